/*
 * Print, one JSON line a file named on standard input, the definitions that javac's trees hold.
 *
 * A row is [kind, path, start, end, whole], offsets in bytes, annotations and modifiers included;
 * whole is false where a declaration names several fields.
 */

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public class JavaTrees {
    public static void main(String[] arguments) throws Exception {
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            System.out.println(judged(name));
        }
    }

    private static String judged(String name) throws Exception {
        String text = Files.readString(Path.of(name), StandardCharsets.ISO_8859_1);
        text = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        int mark = text.startsWith("\ufeff") ? 1 : 0;
        Source source = new Source(text.substring(mark));
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(null, null, problems, null, null, List.of(source));
        List<String> rows = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            Walker walker = new Walker(unit, Trees.instance(task).getSourcePositions(), text, mark);
            walker.scan(unit, null);
            rows = walker.rows;
        }
        boolean errors = problems.getDiagnostics().stream()
                .anyMatch(problem -> problem.getKind() == Diagnostic.Kind.ERROR);
        return "{\"file\": " + quoted(name) + ", \"errors\": " + errors
                + ", \"found\": [" + String.join(", ", rows) + "]}";
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Source.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static class Walker extends TreeScanner<Void, Void> {
        final List<String> rows = new ArrayList<>();
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final int[] bytes;
        private final int mark;
        private final Deque<String> path = new ArrayDeque<>();
        private final Deque<ClassTree> types = new ArrayDeque<>();

        Walker(CompilationUnitTree unit, SourcePositions positions, String text, int mark) {
            this.unit = unit;
            this.positions = positions;
            this.mark = mark;
            bytes = new int[text.length() + 1];
            for (int at = 0, count = 0; at < text.length(); at++) {
                bytes[at] = count;
                char letter = text.charAt(at);
                boolean half = Character.isSurrogate(letter);
                count += letter < 0x80 ? 1 : letter < 0x800 || half ? 2 : 3;
                bytes[at + 1] = count;
            }
        }

        private long start(Tree tree) {
            return positions.getStartPosition(unit, tree);
        }

        private void add(String kind, Tree tree, boolean whole) {
            String names = path.stream().map(JavaTrees::quoted).collect(Collectors.joining(", "));
            long from = bytes[(int) start(tree) + mark];
            long to = bytes[(int) positions.getEndPosition(unit, tree) + mark];
            rows.add("[" + quoted(kind) + ", [" + names + "], " + from + ", " + to + ", " + whole + "]");
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            boolean named = !tree.getSimpleName().contentEquals("");
            types.addLast(tree);
            if (named) {
                path.addLast(tree.getSimpleName().toString());
                add(tree.getKind().toString().toLowerCase().replace("_type", ""), tree, true);
            }
            super.visitClass(tree, none);
            if (named) {
                path.removeLast();
            }
            types.removeLast();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void none) {
            boolean constructor = tree.getName().contentEquals("<init>");
            path.addLast((constructor ? types.getLast().getSimpleName() : tree.getName()).toString());
            String kind = tree.getBody() == null ? "declaration" : "method";
            add(constructor ? "constructor" : kind, tree, true);
            scan(tree.getParameters(), none);
            scan(tree.getBody(), none);
            path.removeLast();
            return null;
        }

        @Override
        public Void visitVariable(VariableTree tree, Void none) {
            ClassTree type = types.isEmpty() ? null : types.getLast();
            boolean field = type != null && type.getMembers().contains(tree);
            boolean component = field && type.getKind() == Tree.Kind.RECORD
                    && !tree.getModifiers().getFlags().contains(Modifier.STATIC);
            boolean constant = field && start(tree.getModifiers()) == -1
                    && !tree.getModifiers().getFlags().isEmpty();
            if (!field || component) {
                return super.visitVariable(tree, none);
            }
            long alike = type.getMembers().stream()
                    .filter(other -> other instanceof VariableTree && start(other) == start(tree)).count();
            path.addLast(tree.getName().toString());
            add(constant ? "constant" : "field", tree, alike == 1);
            if (!constant) {
                path.removeLast();
            }
            super.visitVariable(tree, none);
            if (constant) {
                path.removeLast();
            }
            return null;
        }
    }
}
