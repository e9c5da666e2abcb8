/** Tells whether a path below the folder of an ignore file is ignored by it, or kept in spite of others; undefined where it says nothing. */
export type Ignores = (path: string, isFolder: boolean) => boolean | undefined

/** Reads ignore patterns as git does in one file: comments, negation, anchors, `*`, `?`, `[…]`, `**`, folders only. The last match wins. */
export function parseIgnore(text: string): Ignores {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const pattern = line.replace(/(?<!\\)\s+$/, '')
    if (pattern === '' || pattern.startsWith('#')) return []
    const negated = pattern.startsWith('!')
    let body = (negated ? pattern.slice(1) : pattern).replace(/^\\(?=[#!])/, '')
    const folders = body.endsWith('/')
    body = body.replace(/\/$/, '')
    const anchored = body.includes('/')
    return [{ negated, folders, test: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${translate(body.replace(/^\//, ''))}$`, 'u') }]
  })
  return (path, isFolder) => {
    let ignored: boolean | undefined
    for (const rule of rules) if ((!rule.folders || isFolder) && rule.test.test(path)) ignored = !rule.negated
    return ignored
  }
}

function translate(pattern: string): string {
  return pattern.replace(/\*\*\/|\/\*\*$|\*\*|\*|\?|\[!?[^\]]+\]|\\.|[.+^${}()|[\]\\/-]/gu, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.*'
    if (part === '*' || part === '**') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.length > 2 && part.startsWith('[')) return `[${part.slice(1, -1).replace(/^!/, '^').replace(/\\/g, '\\\\')}]`
    return part === '-' ? '-' : `\\${part.replace(/^\\/, '')}`
  })
}
