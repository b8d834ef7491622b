(break) @needs.loop_or_block
(next) @needs.loop_or_block
[(while) (until) (for) (while_modifier) (until_modifier) (block) (do_block)] @gives.loop_or_block
[(method) (singleton_method)] @stops.loop_or_block

(yield) @needs.method
[(method) (singleton_method) (block) (do_block)] @gives.method
[(class) (module)] @stops.method
(program) @gives.method

(retry) @needs.rescue
(rescue) @gives.rescue
[(method) (singleton_method)] @stops.rescue
