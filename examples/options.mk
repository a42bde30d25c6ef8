# options NAME, options: the file NAME.options has those of the last run; where they are others now, it is made anew.
define options
OPTIONS.$1 = $2
ifneq ($$(strip $$(file <$(OUT)/$1.options)),$$(strip $$(OPTIONS.$1)))
$(OUT)/$1.options: changed
endif
$(OUT)/$1.options:
	mkdir -p $(OUT)
	printf '%s\n' '$$(strip $$(OPTIONS.$1))' >$$@
endef
.PHONY: changed
