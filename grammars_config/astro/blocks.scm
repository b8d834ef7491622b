(frontmatter) @block.fence
