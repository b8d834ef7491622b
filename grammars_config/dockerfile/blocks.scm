; A heredoc: the table of words says which ones move, by what opens them
(heredoc_block) @space.heredoc
