<?php
/*
 * Print, one JSON line a file named on standard input, the definitions that PHP's own tokens show.
 *
 * A row is [kind, path, start, end, whole], offsets in bytes, from the first attribute or modifier
 * on; whole is false where a statement names several things, and the offsets are the statement's.
 * The parser says which files are right; pairing the brackets of its tokens says what ends where.
 */

final class Walker
{
    public array $found = [];
    private int $at = 0;

    private const OPEN = ['(', '[', '{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES, T_ATTRIBUTE];
    private const MODIFIERS = [T_ABSTRACT, T_FINAL, T_READONLY];
    private const TYPES = [T_CLASS => 'class', T_INTERFACE => 'interface', T_TRAIT => 'trait', T_ENUM => 'enum'];

    /** @param PhpToken[] $tokens without blanks and comments */
    public function __construct(private array $tokens)
    {
    }

    public function file(): void
    {
        $path = [];
        while ($this->is()) {
            $this->code($path, true);
            $this->at++;
        }
    }

    private function is(int|string ...$kinds): bool
    {
        return isset($this->tokens[$this->at]) && ($kinds === [] || $this->tokens[$this->at]->is($kinds));
    }

    /** Read code up to the bracket that closes what is open here; `top` outside of all brackets. */
    private function code(array $path, bool $top = false): void
    {
        $from = null;
        $statement = true;
        for (; $this->is() && !$this->is(')', ']', '}'); $this->at++) {
            $token = $this->tokens[$this->at];
            $begins = $statement;
            $statement = $this->is(';', T_OPEN_TAG);
            if ($this->is(T_ATTRIBUTE)) {
                $from ??= $token->pos;
                $this->group($path);
                $statement = $begins;
            } elseif ($this->is(...self::MODIFIERS)) {
                $from ??= $token->pos;
                $statement = $begins;
            } elseif ($begins && $this->is(T_NAMESPACE)) {
                $path = $this->name_space($path);
                $statement = true;
            } elseif ($begins && $this->is(T_USE)) {
                $this->skip(';');
                $statement = true;
            } elseif ($begins && $this->is(T_CONST)) {
                $this->several('constant', $path, $token->pos);
                $statement = true;
            } elseif ($begins && $top && $this->isNamedClosure()) {
                $this->closure([...$path, ltrim($token->text, '$')]);
                $statement = true;
            } elseif ($this->is(T_FUNCTION) && $this->names(1)) {
                $this->callable('function', $path, $from ?? $token->pos);
                [$from, $statement] = [null, true];
            } elseif ($this->is(...array_keys(self::TYPES)) && !$this->before(T_DOUBLE_COLON, T_OBJECT_OPERATOR)) {
                $statement = $this->type($path, $from ?? $token->pos);
                $from = null;
            } elseif ($this->is(...self::OPEN)) {
                $statement = $this->is('{');
                $this->group($path);
            } else {
                $from = null;
            }
        }
    }

    /** Tell `$name = function (…) {…};`. */
    private function isNamedClosure(): bool
    {
        $kinds = array_column(array_slice($this->tokens, $this->at, 4), 'id');
        $function = ($kinds[2] ?? 0) === T_STATIC ? $kinds[3] ?? 0 : $kinds[2] ?? 0;
        return $kinds[0] === T_VARIABLE && ($kinds[1] ?? 0) === ord('=') && in_array($function, [T_FUNCTION, T_FN], true);
    }

    private function closure(array $path): void
    {
        $from = $this->tokens[$this->at]->pos;
        for (; !$this->is(';'); $this->at++) {
            $this->is(...self::OPEN) ? $this->group($path) : null;
        }
        $this->add('function', $path, $from);
    }

    private function before(int|string ...$kinds): bool
    {
        return $this->at > 0 && $this->tokens[$this->at - 1]->is($kinds);
    }

    private function names(int $ahead): bool
    {
        $token = $this->tokens[$this->at + $ahead] ?? null;
        if ($token !== null && $token->text === '&') {
            $token = $this->tokens[$this->at + $ahead + 1] ?? null;
        }
        return $token !== null && $token->is(T_STRING);
    }

    /** Read brackets and what is in them; stop on the one that closes. */
    private function group(array $path): void
    {
        $this->at++;
        $this->code($path);
    }

    private function skip(string ...$to): void
    {
        while ($this->is() && !$this->is(...$to)) {
            $this->is(...self::OPEN) ? $this->group([]) : null;
            $this->at++;
        }
    }

    private function add(string $kind, array $path, int $from, bool $whole = true): void
    {
        $last = $this->tokens[$this->at];
        $this->found[] = [$kind, $path, $from, $last->pos + strlen($last->text), $whole];
    }

    private function name_space(array $path): array
    {
        $from = $this->tokens[$this->at++]->pos;
        if ($this->is('{')) {
            $this->group([]);
            return [];
        }
        $named = [$this->tokens[$this->at++]->text];
        if ($this->is('{')) {
            $this->group($named);
            $this->add('namespace', $named, $from);
        } else {
            $this->add('declaration', $named, $from);
        }
        return [];
    }

    private function callable(string $kind, array $path, int $from): void
    {
        $this->at++;
        $this->is(T_STRING) ?: $this->at++;
        $inner = [...$path, $this->tokens[$this->at]->text];
        $this->skip('{', ';');
        if ($this->is(';')) {
            $kind = 'declaration';
        } else {
            $this->group($inner);
        }
        $this->add($kind, $inner, $from);
    }

    /** Read a type; tell whether a statement may begin behind it. */
    private function type(array $path, int $from): bool
    {
        $kind = self::TYPES[$this->tokens[$this->at]->id];
        $named = $this->names(1) && !$this->before(T_NEW);
        $this->at++;
        $inner = $path;
        if ($named) {
            $inner[] = $this->tokens[$this->at]->text;
        } elseif ($this->is('(')) {
            $this->group($path);
        }
        while (!$this->is('{')) {
            $this->at++;
        }
        $this->at++;
        $this->members($inner);
        if ($named) {
            $this->add($kind, $inner, $from);
        }
        return $named;
    }

    private function members(array $path): void
    {
        for (; !$this->is('}'); $this->at++) {
            $from = $this->tokens[$this->at]->pos;
            while (!$this->is(T_FUNCTION, T_CONST, T_CASE, T_USE, T_VARIABLE)) {
                $this->is(T_ATTRIBUTE) ? $this->group($path) : null;
                $this->at++;
            }
            if ($this->is(T_FUNCTION)) {
                $this->callable('method', $path, $from);
            } elseif ($this->is(T_CONST)) {
                $this->several('constant', $path, $from);
            } elseif ($this->is(T_VARIABLE)) {
                $this->at--;
                $this->several('field', $path, $from);
            } elseif ($this->is(T_CASE)) {
                $name = $this->tokens[$this->at + 1]->text;
                $this->skip(';');
                $this->add('constant', [...$path, $name], $from);
            } else {
                $this->skip(';', '{');
                $this->is('{') ? $this->group([]) : null;
            }
        }
    }

    /** Read names, parted by commas, up to the semicolon. */
    private function several(string $kind, array $path, int $from): void
    {
        $names = [];
        do {
            $this->at++;
            $names[] = ltrim($this->tokens[$this->at]->text, '$');
            $this->skip(',', ';');
        } while ($this->is(','));
        foreach ($names as $name) {
            $this->add($kind, [...$path, $name], $from, count($names) === 1);
        }
    }
}

/** Tell tokens of code from blanks, comments, and text that may look like a bracket. */
function is_code(PhpToken $token): bool
{
    return $token->is(T_OPEN_TAG) || !$token->isIgnorable() && !$token->is([T_ENCAPSED_AND_WHITESPACE, T_INLINE_HTML]);
}

ini_set('memory_limit', '-1');
ini_set('error_reporting', '0');
while (($file = fgets(STDIN)) !== false) {
    $file = rtrim($file, "\n");
    $result = ['file' => $file, 'errors' => false, 'found' => []];
    try {
        $tokens = PhpToken::tokenize(file_get_contents($file), TOKEN_PARSE);
        $walker = new Walker(array_values(array_filter($tokens, is_code(...))));
        $walker->file();
        $result['found'] = $walker->found;
    } catch (ParseError) {
        $result['errors'] = true;
    }
    echo json_encode($result, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
