#include "cmd/program/command.hpp"

namespace graphvq {

std::unique_ptr<Command> make_import();
std::unique_ptr<Command> make_export();
std::unique_ptr<Command> make_synth();
std::unique_ptr<Command> make_split();
std::unique_ptr<Command> make_serialize();
std::unique_ptr<Command> make_train_tokenizer();
std::unique_ptr<Command> make_tokenize();
std::unique_ptr<Command> make_train_prior();
std::unique_ptr<Command> make_train_edges();
std::unique_ptr<Command> make_train_joint();
std::unique_ptr<Command> make_calibrate();
std::unique_ptr<Command> make_train_baseline();
std::unique_ptr<Command> make_sample();
std::unique_ptr<Command> make_mmd();
std::unique_ptr<Command> make_vun();
std::unique_ptr<Command> make_score();
std::unique_ptr<Command> make_rank();
std::unique_ptr<Command> make_select();
std::unique_ptr<Command> make_info();
std::unique_ptr<Command> make_view();
std::unique_ptr<Command> make_check();
std::unique_ptr<Command> make_cat();
std::unique_ptr<Command> make_head();
std::unique_ptr<Command> make_shuf();
std::unique_ptr<Command> make_stats();
std::unique_ptr<Command> make_draw();
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_help();

std::span<const CommandEntry> commands() {
  constexpr const char* data = "Data";
  constexpr const char* method = "Learning and drawing";
  constexpr const char* judging = "Judging";
  constexpr const char* files = "Files";
  constexpr const char* program = "The program";

  static constexpr CommandEntry table[] = {
      {"import", data, "Read graphs of a foreign format",
       "  graphvq import tu data/MUTAG -o mutag.gvg", make_import},
      {"export", data, "Write graphs in a foreign format",
       "  graphvq export json mutag.gvg -o mutag.jsonl", make_export},
      {"synth", data, "Draw graphs of a known distribution",
       "  graphvq synth comm -n 400 --seed 0 -o comm.gvg", make_synth},
      {"split", data, "Split graphs into training, validation and test files",
       "  graphvq split mutag.gvg --seed 0 --out-dir mutag", make_split},
      {"serialize", method, "Put each graph in one or several node orders",
       "  graphvq serialize -M 8 mutag/train.gvg -o mutag/train.gvs", make_serialize},
      {"train-tokenizer", method, "Learn a codebook of node contexts (VQ-VAE)",
       "  graphvq train-tokenizer mutag/train.gvs --valid mutag/valid.gvg -o mutag/tok.safetensors",
       make_train_tokenizer},
      {"tokenize", method, "Give each node its code",
       "  graphvq tokenize -m mutag/tok.safetensors mutag/train.gvs -o mutag/train.gvt",
       make_tokenize},
      {"train-prior", method, "Fit the autoregressive prior of the codes (GRU)",
       "  graphvq train-prior mutag/train.gvt -o mutag/prior.safetensors", make_train_prior},
      {"train-edges", method, "Fit the edge decoder given the codes",
       "  graphvq train-edges mutag/train.gvt -m mutag/tok.safetensors -o mutag/edges.safetensors",
       make_train_edges},
      {"train-joint", method, "Fit one network that draws codes and edges together",
       "  graphvq train-joint mutag/train.gvt -m mutag/tok.safetensors -o mutag/joint.safetensors",
       make_train_joint},
      {"calibrate", method, "Fit the edge decoder's temperature",
       "  graphvq calibrate mutag/edges.safetensors --valid mutag/valid.gvt "
       "-o mutag/edges.cal.safetensors",
       make_calibrate},
      {"train-baseline", method, "Count what a control without learning draws from",
       "  graphvq train-baseline configuration mutag/train.gvg -o mutag/config.safetensors",
       make_train_baseline},
      {"sample", method, "Draw graphs from trained models",
       "  graphvq sample -n 1000 mutag/tok.safetensors mutag/joint.safetensors -o mutag/gen.gvg",
       make_sample},
      {"mmd", judging, "Compare distributions of graphs",
       "  graphvq mmd mutag/train.gvg mutag/gen.gvg --floor mutag/test.gvg", make_mmd},
      {"vun", judging, "Count valid, unique and novel graphs",
       "  graphvq vun mutag/train.gvg mutag/gen.gvg --rule connected,max-degree=4", make_vun},
      {"score", judging, "Held-out quality of trained models",
       "  graphvq score mutag/tok.safetensors mutag/prior.safetensors --data mutag/test.gvg",
       make_score},
      {"rank", judging, "Rank methods by what mmd said of them",
       "  graphvq rank mutag/joint.json mutag/shuffled.json", make_rank},
      {"select", judging, "Find the MMD that follows changes of the graphs best",
       "  graphvq select mutag/train.gvg", make_select},
      {"info", files, "Show a file's header, counts and history",
       "  graphvq info --get graphs mutag.gvg", make_info},
      {"view", files, "Print records as JSON lines", "  graphvq view mutag.gvg | head -n 1",
       make_view},
      {"check", files, "Tell whether files are sound",
       "  graphvq check mutag/train.gvg mutag/gen.gvg", make_check},
      {"cat", files, "Join files into one", "  graphvq cat part1.gvg part2.gvg -o whole.gvg",
       make_cat},
      {"head", files, "Keep the first records of a file",
       "  graphvq head -n 100 mutag.gvg -o first.gvg", make_head},
      {"shuf", files, "Put the records of a file in random order",
       "  graphvq shuf --seed 1 mutag.gvg -o shuffled.gvg", make_shuf},
      {"stats", files, "Print a line of counts a graph", "  graphvq stats --summary mutag.gvg",
       make_stats},
      {"draw", files, "Draw graphs as an SVG sheet, one row a file",
       "  graphvq draw -n 8 mutag/train.gvg mutag/gen.gvg -o sheet.svg", make_draw},
      {"completion", program, "Print the completion script of a shell",
       "  graphvq completion bash > graphvq.bash", make_completion},
      {"help", program, "Explain a command", "  graphvq help sample", make_help},
  };
  return table;
}

}  // namespace graphvq
