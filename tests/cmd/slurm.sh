. "$(dirname "$0")/lib.sh"
# The arrays of examples/slurm, job by job, as Slurm would set their variables.

slurm=$source_dir/examples/slurm
mkdir bin && ln -s "$GRAPHVQ" bin/graphvq
PATH=$PWD/bin:$PATH
# job I COMMAND...: the array's I-th.
job() { SLURM_ARRAY_TASK_ID=$1 SLURM_CPUS_PER_TASK=1 bash "${@:2}"; }

graphvq head -n 20 "$source_dir/examples/data/mutag.gvg" | graphvq train-baseline configuration -o model.safetensors
for i in 1 2 3; do
  [ ! -e gen.gvg ] || fail "joined before all parts are there"
  job $i "$slurm/sample.slurm" 3 10 gen.gvg model.safetensors 2>err || fail "part $i" "$(cat err)"
done
graphvq sample -q -n 10 model.safetensors | graphvq view >whole
expect_same <(graphvq view gen.gvg) whole
# A part that was lost, alone: its array has one task.
rm gen.gvg gen.*.2.gvg
SLURM_ARRAY_TASK_COUNT=1 job 2 "$slurm/sample.slurm" 3 10 gen.gvg model.safetensors 2>err || fail "again" "$(cat err)"
expect_same <(graphvq view gen.gvg) whole
# Parts of another model's run are not joined to this one's.
graphvq head -n 20 "$source_dir/examples/data/mutag.gvg" | graphvq train-baseline resample -o model.safetensors
rm gen.gvg
job 1 "$slurm/sample.slurm" 3 10 gen.gvg model.safetensors 2>err || fail "another model" "$(cat err)"
[ ! -e gen.gvg ] || fail "joined with parts of another model"
said='usage: *' expect_exit 2 bash "$slurm/sample.slurm" 3 10 gen.gvg

# The sets and seeds of the paper's array, of which make does one a job.
printf '#!/bin/sh\necho "$@"\n' >bin/make && chmod +x bin/make
said='*make data*' expect_exit 1 job 0 "$slurm/paper.slurm"
mkdir -p out/data && touch out/data/{mutag,proteins,ring-role,ring,comm}.gvg
expect_job() { [ "$(job "$1" "$slurm/paper.slurm")" = "-j1 SETS=$2 SEEDS=$3 reports" ] || fail "job $1"; }
expect_job 0 mutag 0
expect_job 3 comm 0
expect_job 4 mutag 1
TU=tu expect_job 1 proteins 0
TU=tu expect_job 14 comm 2
SETS='ring comm' expect_job 3 comm 1
[ "$(SLURM_CPUS_PER_TASK=2 bash "$slurm/paper.slurm" tables figures)" = "-j2 SEEDS=0 1 2 tables figures" ] || fail "tables"

for script in "$slurm"/*; do
  case $(basename "$script") in
    paper.slurm | sample.slurm) ;;
    *) fail "no test runs $script" ;;
  esac
done
