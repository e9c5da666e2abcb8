/** BBCode as a tree, for display. It never contains HTML; attributes contain only validated values. */
export type Markup = string | MarkupElement
export interface MarkupElement {
  readonly tag: MarkupTag
  /** `color`: a CSS colour; `size`: px, 8 to 72; `url`, `email`, `img`: a safe address, for `img` also a relative path. Absent for other tags. */
  readonly value?: string
  /** The width and height of a picture in px, if its tag gives them. */
  readonly size?: readonly [width: number, height: number | undefined]
  readonly children: readonly Markup[]
}
export type MarkupTag =
  | 'b'
  | 'i'
  | 'u'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'p'
  | 'color'
  | 'size'
  | 'img'
  | 'email'
  | 'url'
  | 'list'
  | 'item'
  | 'br'

const PAIRED = new Set('b i u h1 h2 h3 h4 h5 h6 p color size img email url a list * attr style'.split(' '))
/** The maximum nesting of tags; deeper ones stay text. */
const MAX_DEPTH = 20

interface Open {
  name: string
  source: string
  value: string | undefined
  children: Markup[]
}

/** Reads BBCode. A tag that is unknown or never closed stays text. The time is linear in the length of the text. */
export function parseMarkup(text: string): Markup[] {
  const root: Markup[] = []
  const stack: Open[] = []
  const into = (): Markup[] => stack.at(-1)?.children ?? root
  const closable = lastClosings(text)
  let at = 0
  for (const match of text.matchAll(/\[(\/?)([a-z*][a-z0-9]*|\*)(?:=([^[\]\n]{0,2000})|(?<=\[img)([ \t][^[\]\n]{0,2000}))?\]/gi)) {
    const [source, slash = '', tag = '', given, sized] = match
    const value = given ?? sized
    const name = tag.toLowerCase()
    if (match.index < at) continue
    // The value of a picture is its address, or its size if the address follows.
    const isPicture = name === 'img' && value !== undefined && sizeIn(value) === undefined
    const opens = slash === '' && (name === 'br' || isPicture || (closable.get(name) ?? -1) > match.index)
    const closes = slash !== '' && stack.some((open) => open.name === name)
    if ((!opens && !closes) || (opens && (stack.length >= MAX_DEPTH || (name !== 'br' && !PAIRED.has(name))))) continue
    addText(into(), text.slice(at, match.index))
    at = match.index + source.length
    if (closes) closeTo(name, stack, root)
    else if (name === 'br') into().push({ tag: 'br', children: [] })
    else if (isPicture) into().push(...elementOf({ name, source, value, children: [] }))
    else stack.push({ name, source, value, children: [] })
  }
  addText(into(), text.slice(at))
  while (stack.length > 0) leaveOpen(stack, root)
  return root
}

/** The last position at which each tag is closed. */
function lastClosings(text: string): Map<string, number> {
  const closings = new Map<string, number>()
  for (const match of text.matchAll(/\[\/([a-z*][a-z0-9]*)\]/gi)) closings.set((match[1] ?? '').toLowerCase(), match.index)
  return closings
}

function addText(children: Markup[], text: string): void {
  if (text === '') return
  if (typeof children.at(-1) === 'string') children.push(`${children.pop() as string}${text}`)
  else children.push(text)
}

function closeTo(name: string, stack: Open[], root: Markup[]): void {
  while (stack.at(-1)?.name !== name) leaveOpen(stack, root)
  const closed = stack.pop()
  if (closed) (stack.at(-1)?.children ?? root).push(...elementOf(closed))
}

/** Turns a tag that isn't closed where it should be back into text. */
function leaveOpen(stack: Open[], root: Markup[]): void {
  const open = stack.pop()
  if (!open) return
  const into = stack.at(-1)?.children ?? root
  addText(into, open.source)
  for (const child of open.children) {
    if (typeof child === 'string') addText(into, child)
    else into.push(child)
  }
}

function elementOf({ name, value, children }: Open): Markup[] {
  switch (name) {
    case '*':
      return [{ tag: 'item', children }]
    case 'attr':
    case 'style':
      return children
    case 'color':
      return [valued('color', /^(?:#[0-9a-f]{3,8}|[a-z]{3,30})$/i.test(value ?? '') ? value : undefined, children)]
    case 'size':
      return [valued('size', /^\d{1,4}$/.test(value ?? '') ? String(Math.min(72, Math.max(8, Number(value)))) : undefined, children)]
    case 'img':
      return [pictureOf(value, plainMarkup(children))]
    case 'email':
      return [
        valued(
          'email',
          /^[^\s@<>"]{1,200}@[^\s@<>"]{1,200}$/.test(value ?? plainMarkup(children)) ? (value ?? plainMarkup(children)) : undefined,
          children
        )
      ]
    case 'url':
    case 'a':
      return [valued('url', address(/^[^\s|]*/.exec(value ?? plainMarkup(children))?.[0]), children)]
    default:
      return [{ tag: name as MarkupTag, children }]
  }
}

/** The width and height that a picture's tag gives: `300`, `300x200` or `width=300 height=200`. */
function sizeIn(value: string): [width: number, height: number | undefined] | undefined {
  const [, width, height] = /^\s*(?:width=)?"?(\d{1,4})"?(?:(?:x|\s+height=)"?(\d{1,4})"?)?\s*$/i.exec(value) ?? []
  return width === undefined ? undefined : [Number(width), height === undefined ? undefined : Number(height)]
}

function pictureOf(value: string | undefined, inner: string): MarkupElement {
  const size = value === undefined ? undefined : sizeIn(value)
  const from = value === undefined || size ? inner : value
  const picture = valued('img', address(from.trim()) ?? pathIn(from.trim()), [])
  return size ? { ...picture, size } : picture
}

/** A path to a picture, relative to the document's folder. */
const pathIn = (text: string): string | undefined =>
  /^(?!\/)[^"<>:\\|?*[\]\p{Cc}]{1,300}\.(?:png|jpe?g|gif|webp|avif)$/iu.exec(text.replace(/^(?:res:\/\/|\.\/)/, ''))?.[0]

const valued = (tag: MarkupTag, value: string | undefined, children: readonly Markup[]): MarkupElement =>
  value === undefined ? { tag, children } : { tag, value, children }

const address = (text: string | undefined): string | undefined =>
  text !== undefined && /^https?:\/\/[^\s"'<>]{1,2000}$/i.test(text) ? text : undefined

/** The text of markup without its tags. A line break is a newline. */
export const plainMarkup = (markup: readonly Markup[]): string =>
  markup.map((one) => (typeof one === 'string' ? one : one.tag === 'br' ? '\n' : plainMarkup(one.children))).join('')
