import { SaxesParser } from 'saxes'
import { Problem } from '../../../shared/base/problem'

/** An element of an XML text. Names come without their prefix; `text` is its direct text content. */
export interface Xml {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Xml[]
  text: string
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 1_000_000

/** Reads an XML text. Nothing is fetched or expanded; an entity that it declares is refused. Throws Problem `bad-input` with the line. */
export function readXml(text: string): Xml {
  const parser = new SaxesParser()
  const open: { element: Xml; parts: string[] }[] = []
  let root: Xml | undefined
  let elements = 0
  const fail = (why: string): never => {
    throw new Problem('bad-input', `This file is not valid XML. Line ${parser.line}: ${why}. Correct the file or export it again.`)
  }
  const addText = (piece: string): void => void open.at(-1)?.parts.push(piece)
  parser.on('error', ({ message }) => fail(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')))
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) fail('the file has too many elements, or they are nested too deeply')
    const element: Xml = { name: local(name), attributes: new Map(Object.entries(attributes)), children: [], text: '' }
    open.at(-1)?.element.children.push(element)
    root ??= element
    open.push({ element, parts: [] })
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) closed.element.text = closed.parts.join('')
  })
  parser.write(text).close()
  return root ?? fail('document must contain a root element')
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
