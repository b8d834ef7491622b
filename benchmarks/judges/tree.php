<?php
// Print the nodes that PHP-Parser finds in each file named on standard input: depth, field, kind, start,
// end. The first argument is its `autoload.php`. PHP itself says which files are valid.

require $argv[1];

function rows(array $nodes, string $field, int $depth, array &$found): void
{
    foreach ($nodes as $node) {
        if ($node instanceof PhpParser\Node) {
            $place = [$node->getStartFilePos(), $node->getEndFilePos() + 1];
            $node->getStartFilePos() < 0 ?: $found[] = [$depth, $field, $node->getType(), ...$place];
            foreach ($node->getSubNodeNames() as $name) {
                $value = $node->$name;
                rows(is_array($value) ? $value : [$value], $name, $depth + 1, $found);
            }
        }
    }
}

ini_set('memory_limit', '-1');
ini_set('error_reporting', '0');
$places = ['usedAttributes' => ['startFilePos', 'endFilePos']];
$parser = (new PhpParser\ParserFactory())->create(
    PhpParser\ParserFactory::ONLY_PHP7,
    new PhpParser\Lexer\Emulative($places),
);
while (($file = fgets(STDIN)) !== false) {
    $found = [];
    try {
        $text = file_get_contents(rtrim($file, "\n"));
        PhpToken::tokenize($text, TOKEN_PARSE);
        rows($parser->parse($text), 'top', 1, $found);
        echo json_encode($found), "\n";
    } catch (Throwable) {
        echo "null\n";
    }
}
