// Reads the class files of a library and writes what they hold, one line each, tab-separated:
//
//     java -cp asm.jar ReadCalls.java library.jar calls.tsv dependency.jar...
//
//     C class access superclass interfaces source-file outer-class inner-name inner-access enclosing-method own
//     M class name descriptor access first-line
//     E class name descriptor  owner name descriptor kind line      (a call in the method's code)
//
// Names are the JVM's (`com/acme/Pay$Way`, descriptors are the erased signatures). Ancestors of the library's
// classes that stand in a dependency or in the JDK get C (own = 0) and M lines too, so that the class that
// declares a method can be told. Nothing is folded or left out here: the rules are in `folding.py`.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.jar.*;
import org.objectweb.asm.*;

public class ReadCalls {
    static final Set<String> seen = new HashSet<>();
    static final Deque<String> above = new ArrayDeque<>();
    static PrintStream out;

    public static void main(String[] arguments) throws IOException {
        out = new PrintStream(new BufferedOutputStream(new FileOutputStream(arguments[1]), 1 << 16), false, StandardCharsets.UTF_8);
        try (JarFile jar = new JarFile(arguments[0])) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/") && !entry.getName().endsWith("-info.class"))
                    try (InputStream bytes = jar.getInputStream(entry)) { new ClassReader(bytes).accept(new Reader(true), 0); }
        }
        List<JarFile> dependencies = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) dependencies.add(new JarFile(arguments[i]));
        while (!above.isEmpty()) {
            String name = above.pop();
            if (seen.contains(name)) continue;
            try (InputStream bytes = open(name + ".class", dependencies)) {
                if (bytes != null) new ClassReader(bytes).accept(new Reader(false), 0);
            }
        }
        out.close();
    }

    static InputStream open(String file, List<JarFile> jars) throws IOException {
        for (JarFile jar : jars) {
            JarEntry entry = jar.getJarEntry(file);
            if (entry != null) return jar.getInputStream(entry);
        }
        return ClassLoader.getPlatformClassLoader().getResourceAsStream(file);
    }

    static class Reader extends ClassVisitor {
        final boolean own;
        final List<String> lines = new ArrayList<>();
        String name, head, source = "", outer = "", inner = "", enclosing = "";
        int innerAccess;

        Reader(boolean own) { super(Opcodes.ASM9); this.own = own; }

        @Override public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            this.name = name;
            seen.add(name);
            if (superName != null) above.add(superName);
            above.addAll(List.of(interfaces));
            head = access + "\t" + (superName == null ? "" : superName) + "\t" + String.join(",", interfaces);
        }

        @Override public void visitSource(String file, String debug) { source = file == null ? "" : file; }

        @Override public void visitOuterClass(String owner, String method, String descriptor) {
            enclosing = owner + "." + (method == null ? "" : method + descriptor);
        }

        @Override public void visitInnerClass(String name, String outer, String inner, int access) {
            if (!name.equals(this.name)) return;
            this.outer = outer == null ? "" : outer;
            this.inner = inner == null ? "" : inner;
            innerAccess = access;
        }

        @Override public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
            String me = name + "\t" + method + "\t" + descriptor;
            return new MethodVisitor(Opcodes.ASM9) {
                int line, first;

                @Override public void visitLineNumber(int number, Label at) {
                    line = number;
                    if (first == 0) first = number;
                }

                @Override public void visitMethodInsn(int code, String owner, String called, String type, boolean ofInterface) {
                    call(owner, called, type, code == Opcodes.INVOKESTATIC ? "static" : code == Opcodes.INVOKESPECIAL ? "special" : "virtual");
                }

                @Override public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... given) {
                    for (Object each : given)
                        if (each instanceof Handle to && to.getTag() >= Opcodes.H_INVOKEVIRTUAL)
                            call(to.getOwner(), to.getName(), to.getDesc(), "handle");
                }

                void call(String owner, String called, String type, String kind) {
                    if (own && !owner.startsWith("[")) lines.add(String.join("\t", "E", me, owner, called, type, kind, "" + line));
                }

                @Override public void visitEnd() { lines.add(String.join("\t", "M", me, "" + access, "" + first)); }
            };
        }

        @Override public void visitEnd() {
            out.println(String.join("\t", "C", name, head, source, outer, inner, "" + innerAccess, enclosing, own ? "1" : "0"));
            lines.forEach(out::println);
        }
    }
}
