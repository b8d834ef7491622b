(preproc_include) @import.statement
[(preproc_ifdef) (preproc_if)] @import.guard
(preproc_def) @import.above
; `#pragma once`
(preproc_call) @import.opening
