# Print the nodes that Ruby's own parser finds in each file named on standard input: depth, field, kind,
# start, end. The fields that matter are branches of a condition.

require "json"

BRANCHES = {IF: 2, UNLESS: 2, WHEN: 2, RESCUE: 2, ENSURE: 1}.freeze
WRAPPERS = %i[SCOPE BLOCK BEGIN].freeze # SCOPE has a place of its own only by its owner
NAMES = {DVAR: "NAME", LVAR: "NAME", VCALL: "NAME", DASGN: "SET", DASGN_CURR: "SET", LASGN: "SET"}.freeze

def walk(node, field, depth, starts, found)
  unless WRAPPERS.include?(node.type)
    first, last = [[node.first_lineno, node.first_column], [node.last_lineno, node.last_column]]
      .map { |line, column| starts[line - 1] + column }
    found << [depth, field, NAMES.fetch(node.type, node.type.to_s), first, last]
    depth += 1
    field = ""
  end
  node.children.each_with_index do |child, index|
    next unless child.is_a?(RubyVM::AbstractSyntaxTree::Node)

    walk(child, BRANCHES[node.type] == index ? "else" : field, depth, starts, found)
  end
end

$stdin.each_line(chomp: true) do |file|
  source = File.binread(file).force_encoding("UTF-8")
  begin
    raise SyntaxError unless source.valid_encoding?

    starts = [0]
    source.b.each_line("\n") { |line| starts << starts.last + line.bytesize }
    walk(RubyVM::AbstractSyntaxTree.parse(source), "", 1, starts, found = [])
    puts JSON.generate(found)
  rescue SyntaxError
    puts "null"
  end
end
