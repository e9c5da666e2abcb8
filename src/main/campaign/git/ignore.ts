/** Returns whether a path below an ignore file's folder is ignored (true) or kept (false); undefined if no pattern of the file matches. */
export type Ignores = (path: string, isFolder: boolean) => boolean | undefined

/** The maximum number of patterns per file, and of characters per pattern. Patterns beyond these limits are ignored. */
const MAX_PATTERNS = 2000
const MAX_PATTERN_CHARS = 1000

/** Parses ignore patterns as git does: comments, negation, anchors, `*`, `?`, `[…]`, `**`, patterns for folders only. The last match wins. */
export function parseIgnore(text: string): Ignores {
  const lines = text.split('\n', MAX_PATTERNS).map(withoutTrailingSpace)
  const rules = lines.flatMap((line) => {
    if (line === '' || line.length > MAX_PATTERN_CHARS || line.startsWith('#')) return []
    const negated = line.startsWith('!')
    let body = negated ? line.slice(1) : line
    if (body.startsWith('\\#') || body.startsWith('\\!')) body = body.slice(1)
    const folders = body.endsWith('/')
    if (folders) body = body.slice(0, -1)
    const anchored = body.includes('/')
    return [{ negated, folders, anchored, steps: parseSteps(body.startsWith('/') ? body.slice(1) : body) }]
  })
  return (path, isFolder) => {
    // A pattern without a slash is about the name alone, in any folder.
    const name = path.slice(path.lastIndexOf('/') + 1)
    let ignored: boolean | undefined
    for (const rule of rules) if ((!rule.folders || isFolder) && matches(rule.steps, rule.anchored ? path : name)) ignored = !rule.negated
    return ignored
  }
}

/** A line without trailing white space. A backslash before the first of these spaces keeps that space. */
function withoutTrailingSpace(line: string): string {
  const short = line.trimEnd()
  return short.endsWith('\\') && short.length < line.length ? line.slice(0, short.length + 1) : short
}

/** A step of a pattern. `takes`: whether it accepts a character. `repeats`: any number of them. `skips`: so many steps may be left out. */
interface Step {
  takes: (character: string) => boolean
  repeats?: true
  skips?: number
}

const anything = (): boolean => true
const nothing = (): boolean => false
const isSlash = (character: string): boolean => character === '/'
const inName = (character: string): boolean => character !== '/'
/** The steps of `**` and a slash, which match any number of folders. */
const ANY_FOLDERS: readonly Step[] = [{ takes: anything, repeats: true, skips: 2 }, { takes: isSlash }]

function parseSteps(pattern: string): Step[] {
  const steps: Step[] = []
  const signs = Array.from(pattern)
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] as string
    if (sign === '*') {
      const before = signs[at - 1]
      const first = at
      while (signs[at + 1] === '*') at++
      const isWhole = at > first && (before === undefined || before === '/')
      if (isWhole && signs[at + 1] === '/') {
        steps.push(...ANY_FOLDERS)
        at++
      } else if (isWhole && at + 1 === signs.length && first > 0) steps.push({ takes: anything, repeats: true, skips: 1 })
      else steps.push({ takes: inName, repeats: true, skips: 1 })
    } else if (sign === '?') steps.push({ takes: inName })
    else if (sign === '[') {
      const parsed = classAt(signs, at)
      steps.push({ takes: parsed?.takes ?? nothing })
      if (parsed) at = parsed.end
    } else {
      const plain = sign === '\\' && at + 1 < signs.length ? (signs[++at] as string) : sign
      steps.push({ takes: (character) => character === plain })
    }
  }
  return steps
}

/** A bracket class and where it ends; undefined if the bracket is never closed, in which case git matches nothing either. */
function classAt(signs: readonly string[], start: number): { takes: (character: string) => boolean; end: number } | undefined {
  const isNegated = signs[start + 1] === '!' || signs[start + 1] === '^'
  const first = start + (isNegated ? 2 : 1)
  const end = signs.indexOf(']', first + 1)
  if (end < 0) return undefined
  const ranges: [string, string][] = []
  for (let at = first; at < end; at++) {
    const low = signs[at] === '\\' && at + 1 < end ? (signs[++at] as string) : (signs[at] as string)
    const isRange = signs[at + 1] === '-' && at + 2 < end
    if (isRange) at += 2
    ranges.push([low, isRange ? (signs[at] as string) : low])
  }
  const has = (character: string): boolean => ranges.some(([low, high]) => character >= low && character <= high)
  return { takes: (character) => character !== '/' && has(character) !== isNegated, end }
}

/** Matches by following all alternatives at once, so that no pattern takes longer than its length times the path's. */
function matches(steps: readonly Step[], path: string): boolean {
  let now = new Set<number>()
  enter(steps, 0, now)
  for (const character of path) {
    const next = new Set<number>()
    for (const at of now) {
      const step = steps[at]
      if (!step?.takes(character)) continue
      if (step.repeats) next.add(at)
      // After its first character, `**/` can end only with a slash.
      if (step.skips === 2) next.add(at + 1)
      else enter(steps, at + 1, next)
    }
    if (next.size === 0) return false
    now = next
  }
  return now.has(steps.length)
}

/** Adds a step, and the steps that may come instead of it because it can be left out. */
function enter(steps: readonly Step[], at: number, into: Set<number>): void {
  for (let step = at; ;) {
    into.add(step)
    const { skips } = steps[step] ?? {}
    if (skips === undefined) return
    // The slash of `**/` belongs to folders that may be absent.
    if (skips === 2) into.add(step + 1)
    step += skips
  }
}
