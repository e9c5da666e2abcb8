import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue } from '../document'
import { dataOf, listOf, slotCounts, textOf } from '../node-types'
import type { PlayableNode } from '../play/playable'
import { NO_TEXT, PICTURE, skippedTo, StoryWriter, type StoryExport } from './story'

const RESERVED =
  'and or not mod has hasnt true false else return temp ref var const list include function external done end random seed_random turns turns_since choice_count min max pow floor ceiling int float'.split(
    ' '
  )
const COMPARED: Readonly<Record<string, string>> = { eq: '==', nq: '!=', gt: '>', gte: '>=', ls: '<', lse: '<=' }

/** Ink's names have letters of the Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Korean and Chinese scripts. */
const FOREIGN =
  /[^A-Za-z0-9_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u04ff\u0531-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u0671-\u06d3\uac00-\ud7a3\u4e00-\u9fff]+/g

/** A document as a story for Ink: a knot for each node, named after it. */
export function inkOf(document: ArrowDocument): StoryExport {
  const ink = new InkWriter(document)
  return { text: ink.write(), notMapped: ink.story.notMapped }
}

class InkWriter {
  readonly story: StoryWriter
  constructor(document: ArrowDocument) {
    this.story = new StoryWriter(document, RESERVED, { names: FOREIGN, variables: FOREIGN })
  }

  write(): string {
    const { story } = this
    const { variables } = story.document.resources
    const declared = [
      ...[...variables].map(([id, { init }]) => `VAR ${story.variable(id)} = ${literal(init)}`),
      ...story.tags().map(({ name, value }) => `VAR ${name} = ${literal(value ?? '')}`)
    ]
    const knots = story
      .scenes()
      .flatMap(({ name, nodes, isMacro }) => [`// ${oneLine(name)}`, ...nodes.flatMap((one) => [...this.#knot(one, isMacro), ''])])
    return [
      `# title: ${escaped(oneLine(story.document.title))}`,
      '',
      ...declared,
      ...(declared.length > 0 ? [''] : []),
      story.isWritten(story.document.entry) ? `-> ${story.node(story.document.entry)}` : '-> END',
      '',
      ...knots
    ].join('\n')
  }

  #text = (text: string): string => this.story.text(text, escaped, (name) => `{${name}}`)
  /** The target of an output. Without a connection the story ends, or a macro returns to the node that used it. */
  #to({ next }: PlayableNode, slot: number, isMacro: boolean): string {
    const to = next.get(slot)
    return to && this.story.isWritten(to.id) ? `-> ${this.story.node(to.id)}` : isMacro ? '->->' : '-> END'
  }

  #knot(one: PlayableNode, isMacro: boolean): string[] {
    const [name, written] = [one.node.name, this.story.node(one.id)]
    return [
      ...(/[\p{L}\p{N}]/u.test(name) && /^n\d+$/.test(written) ? [`// ${oneLine(name)}`] : []),
      `=== ${written} ===`,
      ...this.#body(one, isMacro)
    ]
  }

  #body(one: PlayableNode, isMacro: boolean): string[] {
    const { node, id, skip } = one
    const to = (slot = 0): string => this.#to(one, slot, isMacro)
    const { outputs } = slotCounts(node)
    const ending = isMacro ? '->->' : '-> END'
    if (skip && node.type !== 'randomizer') return [node.type === 'jump' ? '-> DONE' : to(skippedTo(one))]
    const all = Array.from({ length: outputs }, (_, slot) => slot)
    this.story.notePictures(id, [...listOf(dataOf(node, 'lines')), ...listOf(dataOf(node, 'actions')), dataOf(node, 'prompt') ?? ''])
    switch (node.type) {
      case 'content':
        return [...this.#rich(id, textOf(dataOf(node, 'title'))), ...this.#rich(id, textOf(dataOf(node, 'content'))), ...this.#goOn(node), to()]
      case 'monolog':
        return [...this.#rich(id, textOf(dataOf(node, 'monolog')), this.story.speaker(node)), ...this.#goOn(node), to()]
      case 'dialog': {
        const lines = listOf(dataOf(node, 'lines')).map(textOf)
        const who = this.story.speaker(node)
        if (lines.length === 0) return [ending]
        const choices = lines.map((line, slot) => `+ [${this.#text(oneLine(line) || NO_TEXT)}] ${to(slot)}`)
        if (dataOf(node, 'playable') === true) return who === '' ? choices : [`${escaped(who)}:`, ...choices]
        // Each text has a line of its own, so that the next text doesn't continue it.
        return byChance(lines.map((line, slot) => [said(who, this.#text(oneLine(line))), to(slot)]))
      }
      case 'interaction':
        if (listOf(dataOf(node, 'actions')).length === 0) return [ending]
        return listOf(dataOf(node, 'actions')).map((action, slot) => `+ [${this.#text(oneLine(textOf(action)) || NO_TEXT)}] ${to(slot)}`)
      case 'randomizer':
        return byChance(all.map((slot) => [to(slot)]))
      case 'condition':
        return this.#condition(one, to)
      case 'variable_update':
        return [...this.#update(id, node), to()]
      case 'generator':
        return [...this.#generated(id, node), to()]
      case 'jump': {
        const target = Number(dataOf(node, 'target'))
        this.story.noteJump(one, target)
        return [this.story.isWritten(target) ? `-> ${this.story.node(target)}` : ending]
      }
      case 'macro_use': {
        const macro = this.story.document.resources.scenes.get(Number(dataOf(node, 'macro')))
        return macro && this.story.isWritten(macro.entry) ? [`-> ${this.story.node(macro.entry)} ->`, to()] : [to()]
      }
      case 'tag_edit':
        return [...this.#tagEdit(id, node), to()]
      case 'tag_pass':
        return this.#branch(this.#tagTest(node), to)
      case 'tag_match':
        return this.#match(one, to, ending)
      case 'sequencer':
        this.story.lacks(id, 'A sequencer plays all of its branches; Ink follows only the first.')
        return [to(all.find((slot) => one.next.has(slot)) ?? 0)]
      case 'user_input':
        this.story.lacks(id, 'Ink has no input of texts or numbers: the variable keeps its value.')
        return [...this.#lines(textOf(dataOf(node, 'prompt'))), to()]
      case 'marker':
        return [`// ${oneLine(textOf(dataOf(node, 'label')))}`, to()]
      case 'entry':
      case 'hub':
        return [to()]
      default:
        this.story.lacks(id, `The type ${node.type} is unknown, so its node does nothing.`)
        return [to()]
    }
  }

  /** The lines of a text. A picture is a tag of its line, as Inky's pages show it. */
  #rich(id: ArrowId, given: string, who = ''): string[] {
    const { text, pictures } = this.story.withPictures(id, given)
    if (pictures.some(({ size }) => size)) this.story.lacks(id, 'Ink has no sizes of pictures: the picture has its own.')
    if (pictures.length === 0) return this.#lines(text, who)
    let k = 0
    return text.split('\n').flatMap((line, i) => {
      const tags = Array.from(line.matchAll(new RegExp(PICTURE, 'gu')), () => `# IMAGE: ${escaped(pictures[k++]?.address ?? '')}`)
      return [...tags, ...this.#lines(line.replaceAll(PICTURE, ''), i === 0 ? who : '')]
    })
  }
  #lines = (text: string, who = ''): string[] =>
    text === '' ? [] : text.split('\n').flatMap((line, k) => (line.trim() === '' ? [] : [said(k === 0 ? who : '', this.#text(line))]))

  /** A text waits for the reader unless it continues automatically. */
  #goOn = (node: ArrowNode): string[] => (dataOf(node, 'auto') === true ? [] : ['+ [Continue]'])

  #branch = (test: string, to: (slot: number) => string): string[] => [`{ ${test}:`, `    ${to(1)}`, '- else:', `    ${to(0)}`, '}']

  #value(node: ArrowNode): string | undefined {
    const [mode, value] = listOf(dataOf(node, 'with'))
    if (mode !== 1) return literal(value)
    const id = Number(value)
    const other = this.story.document.resources.variables.get(id)
    return other && (id === Number(dataOf(node, 'variable')) ? literal(other.init) : this.story.variable(id))
  }

  #condition({ id, node }: PlayableNode, to: (slot: number) => string): string[] {
    const variable = Number(dataOf(node, 'variable'))
    const [type, operator, value] = [this.story.typeOf(variable), textOf(dataOf(node, 'operator')), this.#value(node)]
    const sign = COMPARED[operator]
    if (type !== undefined && type !== 'str' && sign !== undefined && value !== undefined)
      return this.#branch(`${this.story.variable(variable)} ${sign} ${value}`, to)
    const [mode, text] = listOf(dataOf(node, 'with'))
    if (type === 'str' && mode === 0 && typeof text === 'string') {
      const exact = /^\^([^\\^$.*+?()[\]{}|]*)\$$/.exec(text)
      if (operator === 'rgx' && exact) return this.#branch(`${this.story.variable(variable)} == ${literal(exact[1])}`, to)
      if (operator === 'cts') return this.#branch(`${this.story.variable(variable)} ? ${literal(text)}`, to)
    }
    this.story.lacks(id, 'Ink can’t compare like this: the false output is always taken.')
    return [to(0)]
  }

  #update(id: ArrowId, node: ArrowNode): string[] {
    const variable = Number(dataOf(node, 'variable'))
    const [type, operator, value] = [this.story.typeOf(variable), textOf(dataOf(node, 'operator')), this.#value(node)]
    if (type === undefined || value === undefined) return []
    const name = this.story.variable(variable)
    const sums: Readonly<Record<string, string>> = {
      set: value,
      add: `${name} + ${value}`,
      sub: `${name} - ${value}`,
      mul: `${name} * ${value}`,
      rem: `${name} mod ${value}`,
      div: `INT(FLOOR(FLOAT(${name}) / ${value}))`,
      exp: `INT(POW(${name}, ${value}))`,
      neg: `not ${value}`,
      ins: `${name} + ${value}`,
      inb: `${value} + ${name}`
    }
    const fits = type === 'num' ? ['set', 'add', 'sub', 'mul', 'rem', 'div', 'exp'] : type === 'str' ? ['set', 'ins', 'inb'] : ['set', 'neg']
    if (fits.includes(operator) && !((operator === 'div' || operator === 'rem') && value === '0')) return [`~ ${name} = ${sums[operator]}`]
    this.story.lacks(id, `Ink can’t compute “${operator}”: the variable keeps its value.`)
    return []
  }

  #generated(id: ArrowId, node: ArrowNode): string[] {
    const variable = Number(dataOf(node, 'variable'))
    if (this.story.typeOf(variable) === undefined) return []
    const name = this.story.variable(variable)
    const argumentList = dataOf(node, 'arguments')
    const method = dataOf(node, 'method')
    const [from, until, negative, even, odd] = listOf(argumentList)
    if (method === 'rnbln') return [`~ ${name} = RANDOM(0, 1) == 1`]
    if (method === 'randi' && typeof from === 'number' && typeof until === 'number' && (even === odd || (even !== true && odd !== true)))
      return [`~ ${name} = ${negative === true ? '-' : ''}RANDOM(${Math.min(from, until)}, ${Math.max(from, until)})`]
    if (method === 'strst')
      return byChance(
        textOf(argumentList)
          .split('|')
          .filter((one, _, all) => one !== '' || all.length === 1)
          .map((one) => [`~ ${name} = ${literal(one)}`])
      )
    this.story.lacks(id, 'Ink can’t generate this value: the variable keeps its own.')
    return []
  }

  #tagEdit(id: ArrowId, node: ArrowNode): string[] {
    const character = Number(dataOf(node, 'character'))
    const [method, key, value] = listOf(dataOf(node, 'edit'))
    if (!this.story.document.resources.characters.has(character) || textOf(key) === '') return []
    const name = this.story.tag(character, textOf(key))
    const text = literal(textOf(value))
    if (textOf(value) === '' && method !== 4) this.story.lacks(id, 'In Ink a tag with an empty value is a tag that isn’t there.')
    if (method === 0) return [`{ ${name} == "":`, `    ~ ${name} = ${text}`, '}']
    if (method === 1) return [`{ ${name} != "":`, `    ~ ${name} = ${text}`, '}']
    if (method === 3) return [`{ ${name} == ${text}:`, `    ~ ${name} = ""`, '}']
    return [`~ ${name} = ${method === 4 ? '""' : text}`]
  }

  #tagTest(node: ArrowNode): string {
    const character = Number(dataOf(node, 'character'))
    const [method, checks] = listOf(dataOf(node, 'pass'))
    const tests = listOf(checks).flatMap((one) => {
      const [key, value] = listOf(one)
      if (textOf(key) === '') return []
      const name = this.story.tag(character, textOf(key))
      return [typeof value === 'string' ? `${name} == ${literal(value)}` : `${name} != ""`]
    })
    return tests.length === 0 ? 'false' : tests.join(method === 0 ? ' or ' : ' and ')
  }

  #match({ id, node }: PlayableNode, to: (slot: number) => string, ending: string): string[] {
    const [character, key] = [Number(dataOf(node, 'character')), textOf(dataOf(node, 'tag_key'))]
    if (!this.story.document.resources.characters.has(character) || key === '') return [ending]
    if (dataOf(node, 'regex') === true) this.story.lacks(id, 'Ink has no regular expressions: its patterns are compared as plain texts.')
    const name = this.story.tag(character, key)
    const cases = listOf(dataOf(node, 'patterns')).flatMap((pattern, slot) => [`- ${name} == ${literal(textOf(pattern))}:`, `    ${to(slot)}`])
    return ['{', ...cases, '- else:', `    ${ending}`, '}']
  }
}

/** One of several parts at random, independently each time; Ink's own shuffle would use every part once first. */
function byChance(parts: readonly (readonly string[])[]): string[] {
  const [only] = parts
  if (parts.length < 2) return [...(only ?? [])]
  return [`{ RANDOM(0, ${parts.length - 1}):`, ...parts.flatMap((lines, k) => [`- ${k}:`, ...lines.map((line) => `    ${line}`)]), '}']
}
const said = (who: string, text: string): string => (who === '' ? text : `${escaped(who)}: ${text}`)
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** A value in Ink, where texts have one line. */
const literal = (value: ArrowValue | undefined): string =>
  typeof value === 'string'
    ? `"${value
        .replaceAll('\\', '\\\\')
        .replaceAll('"', '\\"')
        .replace(/\s+/gu, ' ')
        .replace(/[{}<>|#~]/g, '\\$&')
        .replace(/\/(?=[/*])/g, '/\\')}"`
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '0'

/** A text in which nothing means anything to Ink. */
const escaped = (text: string): string =>
  text
    .replace(/[\\{}|[\]#~<>]/g, '\\$&')
    .replace(/^(\s*)([-+*=&!]|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO)\b)/, '$1\\$2')
    .replace(/\/(?=[/*])/g, '/\\')
    .replace(/-(?=>)/g, '\\-')
