<?php
// Print the functions, methods, types and namespaces that PHP's own tokens show in each file named on
// standard input, from the first attribute or modifier on. PHP's parser says which files are valid;
// pairing the brackets of its tokens shows where a body ends.

const OPEN = ['(', '[', '{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES, T_ATTRIBUTE];
const MODIFIERS = [T_ABSTRACT, T_FINAL, T_READONLY, T_PUBLIC, T_PROTECTED, T_PRIVATE, T_STATIC];
const KEYWORDS = [T_FUNCTION, T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM, T_NAMESPACE];
const NAMES = [T_STRING, T_NAME_QUALIFIED];
const NO_DEFINITION_AFTER = [T_DOUBLE_COLON, T_OBJECT_OPERATOR, T_NEW, T_USE];

/** @param PhpToken[] $tokens without blanks, comments and text that may look like a bracket */
function definitions(array $tokens): array
{
    [$found, $open, $begun, $start] = [[], [], null, null];
    foreach ($tokens as $at => $token) {
        if ($token->is(OPEN)) {
            $start = $token->is(T_ATTRIBUTE) ? $start ?? $token->pos : null;
            $body = $token->is('{') && $begun && $begun['depth'] === count($open);
            $open[] = [$body ? $begun : null, $start];
            $begun = $body ? null : $begun;
        } elseif ($token->is([')', ']', '}'])) {
            [$ended, $start] = array_pop($open);
            $ended ? $found[] = [$ended['path'], $ended['start'], $token->pos + 1] : null;
        } elseif ($token->is(';') && $begun && $begun['depth'] === count($open)) {
            $found[] = [$begun['path'], $begun['start'], $token->pos + 1];
            $begun = null;
        } elseif ($token->is(MODIFIERS)) {
            $start ??= $token->pos;
        } elseif ($token->is(KEYWORDS)) {
            $name = $tokens[$at + 1]->text === '&' ? $tokens[$at + 2] : $tokens[$at + 1];
            if ($name->is(NAMES) && !($at && $tokens[$at - 1]->is(NO_DEFINITION_AFTER))) {
                $bodies = array_filter(array_column($open, 0));
                $path = [...($bodies ? end($bodies)['path'] : []), $name->text];
                $begun = ['path' => $path, 'start' => $start ?? $token->pos, 'depth' => count($open)];
            }
            $start = null;
        } else {
            $start = null;
        }
    }
    return $found;
}

function is_code(PhpToken $token): bool
{
    return !$token->isIgnorable() && !$token->is([T_ENCAPSED_AND_WHITESPACE, T_INLINE_HTML]);
}

ini_set('memory_limit', '-1');
ini_set('error_reporting', '0');
while (($file = fgets(STDIN)) !== false) {
    try {
        $tokens = PhpToken::tokenize(file_get_contents(rtrim($file, "\n")), TOKEN_PARSE);
        $found = definitions(array_values(array_filter($tokens, is_code(...))));
        echo json_encode($found, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    } catch (ParseError) {
        echo "null\n";
    }
}
