import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue } from '../document'
import { dataOf, listOf, slotCounts, textOf } from '../node-types'
import type { PlayableNode } from '../play/playable'
import { NO_TEXT, type Picture, PICTURE, skippedTo, StoryWriter, type StoryExport } from './story'
import { xmlAttribute } from '../../shared/base/xml-text'

const COMPARED: Readonly<Record<string, string>> = { eq: '===', nq: '!==', gt: '>', gte: '>=', ls: '<', lse: '<=' }

/** The return target of a macro, as an argument that SugarCube evaluates. */
const BACK = '`$back.pop()`'

/** A document as a story for Twine (Twee 3 with SugarCube): a passage for each node. */
export function tweeOf(document: ArrowDocument): StoryExport {
  const twee = new TweeWriter(document)
  return { text: twee.write(storyIdOf(document)), notMapped: twee.story.notMapped }
}

class TweeWriter {
  readonly story: StoryWriter
  /** Whether a link leads to the end of the story, which needs a passage. */
  #hasEnd = false
  constructor(document: ArrowDocument) {
    this.story = new StoryWriter(
      document,
      'storytitle storydata storyinit start storycaption storymenu passagedone passageheader passagefooter'.split(' '),
      // Passages have names in any script, variables of SugarCube only in ASCII.
      { names: /[^\p{L}\p{M}\p{N}_]+/gu, variables: /[^A-Za-z0-9_]+/g }
    )
  }

  write(storyId: string): string {
    const { story } = this
    const data = { ifid: storyId, format: 'SugarCube', 'format-version': '2.37.3', start: story.node(story.document.entry) }
    const { variables } = story.document.resources
    const init = [
      ...[...variables].map(
        ([id, { name, init: value }]) => `<<set $${story.variable(id)} to ${literal(value)}>>${comment(name, story.variable(id))}`
      ),
      ...story.tags().map(({ name, value }) => `<<set $${name} to ${value === undefined ? 'undefined' : literal(value)}>>`),
      '<<set $back to []>>'
    ]
    const passages = story.scenes().flatMap(({ name, nodes, isMacro }) =>
      nodes.flatMap((one) => {
        const at = story.document.resources.scenes.get(one.scene ?? -1)?.map.get(one.id)?.offset ?? [0, 0]
        return [
          `:: ${story.node(one.id)} [${story.identifier(`s${name}`, name)}] ${JSON.stringify({ position: at.join(',') })}`,
          ...this.#body(one, isMacro),
          ''
        ]
      })
    )
    return [
      ':: StoryTitle',
      story.document.title.replace(/\s+/gu, ' ') || 'Untitled',
      '',
      ':: StoryData',
      JSON.stringify(data, undefined, 2),
      '',
      ':: StoryInit',
      ...init,
      '',
      ...passages,
      ...(this.#hasEnd ? [`:: ${story.identifier('end', 'The end')}`, 'The end.', ''] : [])
    ].join('\n')
  }

  /** A text of several lines with its pictures. */
  #rich(id: ArrowId, given: string, shape: (text: string) => string = (text) => text): string {
    const { text, pictures } = this.story.withPictures(id, given)
    let k = 0
    return this.#text(shape(text)).replaceAll(PICTURE, () => pictureMarkup(pictures[k++]))
  }
  #text = (text: string): string => this.story.text(text, escaped, (name) => `<<print $${name}>>`)
  /** The target of an output: an expression for a passage's name; undefined where the story ends. */
  #next({ next }: PlayableNode, slot: number, isMacro: boolean): string | undefined {
    const to = next.get(slot)
    if (to && this.story.isWritten(to.id)) return quoted(this.story.node(to.id))
    return isMacro ? BACK : undefined
  }
  /** Continues at once on the same page: a link to another passage would remove what was just shown. */
  #goOn(one: PlayableNode, slot: number, isMacro: boolean): string {
    const to = this.#next(one, slot, isMacro)
    return to === undefined ? '' : `<<include ${to}>>`
  }
  #link(one: PlayableNode, slot: number, isMacro: boolean, text: string): string {
    this.#hasEnd ||= this.#next(one, slot, isMacro) === undefined
    const to = this.#next(one, slot, isMacro) ?? quoted(this.story.identifier('end', 'The end'))
    return `<<link ${quoted(text.replace(/\s+/gu, ' '))}>><<goto ${to}>><</link>>`
  }

  #body(one: PlayableNode, isMacro: boolean): string[] {
    const { node, id, skip } = one
    const to = (slot = 0): string => this.#goOn(one, slot, isMacro)
    const all = Array.from({ length: slotCounts(node).outputs }, (_, slot) => slot)
    if (skip && node.type !== 'randomizer') return node.type === 'jump' ? [] : [to(skippedTo(one))]
    const goOn = (): string => (dataOf(node, 'auto') === true ? to() : this.#link(one, 0, isMacro, 'Continue'))
    const options = (texts: readonly ArrowValue[]): string[] =>
      texts.map((text, slot) => `* ${this.#link(one, slot, isMacro, this.#plain(textOf(text).trim() === '' ? NO_TEXT : textOf(text)))}`)
    this.story.notePictures(id, [...listOf(dataOf(node, 'lines')), ...listOf(dataOf(node, 'actions')), dataOf(node, 'prompt') ?? ''])
    switch (node.type) {
      case 'content': {
        const title = this.#rich(id, textOf(dataOf(node, 'title')), oneLine)
        return [...(title === '' ? [] : [`!!${title}`]), this.#rich(id, textOf(dataOf(node, 'content'))), goOn()]
      }
      case 'monolog':
        return [this.#said(node, this.#rich(id, textOf(dataOf(node, 'monolog')))), goOn()]
      case 'dialog': {
        const lines = listOf(dataOf(node, 'lines'))
        if (dataOf(node, 'playable') === true) return [...this.#who(node).map((who) => `${who}:`), ...options(lines)]
        return this.#chance(lines.length, (slot) => `${this.#said(node, this.#text(textOf(lines[slot])))}\n${to(slot)}`)
      }
      case 'interaction':
        return options(listOf(dataOf(node, 'actions')))
      case 'user_input':
        return this.#input(one, isMacro)
      case 'randomizer':
        return this.#chance(all.length, to)
      case 'condition':
        return [`<<if ${this.#condition(id, node)}>>${to(1)}<<else>>${to(0)}<</if>>`]
      case 'variable_update':
        return [...this.#update(id, node), to()]
      case 'generator':
        return [...this.#generated(id, node), to()]
      case 'jump': {
        const target = Number(dataOf(node, 'target'))
        this.story.noteJump(one, target)
        return this.story.isWritten(target) ? [`<<include ${quoted(this.story.node(target))}>>`] : isMacro ? [`<<include ${BACK}>>`] : []
      }
      case 'macro_use':
        return this.#macro(one, isMacro)
      case 'tag_edit':
        return [...this.#tagEdit(node), to()]
      case 'tag_pass':
        return [`<<if ${this.#tagTest(node)}>>${to(1)}<<else>>${to(0)}<</if>>`]
      case 'tag_match':
        return this.#match(node, to)
      case 'sequencer':
        this.story.lacks(id, 'A sequencer plays all of its branches; Twine follows only the first.')
        return [to(all.find((slot) => one.next.has(slot)) ?? 0)]
      case 'marker':
        return [`/* ${textOf(dataOf(node, 'label')).replaceAll('*/', '* /')} */`, to()]
      case 'entry':
      case 'hub':
        return [to()]
      default:
        this.story.lacks(id, `The type ${node.type} is unknown, so its node does nothing.`)
        return [to()]
    }
  }

  /** The text of a link, with variables as plain references. */
  #plain = (text: string): string => this.story.text(text, escaped, (name) => `$${name}`)
  #who = (node: ArrowNode): string[] => (this.story.speaker(node) === '' ? [] : [`''${escaped(this.story.speaker(node))}''`])
  /** A spoken text, which is markup already, behind its speaker. */
  #said = (node: ArrowNode, text: string): string => (text === '' ? '' : [...this.#who(node).map((who) => `${who}: `), text].join(''))
  #chance = (count: number, body: (slot: number) => string): string[] => [
    `<<switch random(0, ${Math.max(0, count - 1)})>>`,
    ...Array.from({ length: count }, (_, slot) => `<<case ${slot}>>${body(slot)}`),
    '<</switch>>'
  ]

  #macro(one: PlayableNode, isMacro: boolean): string[] {
    const macro = this.story.document.resources.scenes.get(Number(dataOf(one.node, 'macro')))
    if (!macro || !this.story.isWritten(macro.entry)) return [this.#goOn(one, 0, isMacro)]
    const after = one.next.get(0)
    const then = after && this.story.isWritten(after.id) ? this.story.node(after.id) : undefined
    this.#hasEnd ||= then === undefined
    return [`<<run $back.push(${quoted(then ?? this.story.identifier('end', 'The end'))})>>`, `<<include ${quoted(this.story.node(macro.entry))}>>`]
  }

  #value(node: ArrowNode): string | undefined {
    const [mode, value] = listOf(dataOf(node, 'with'))
    if (mode !== 1) return literal(value)
    const id = Number(value)
    const other = this.story.document.resources.variables.get(id)
    return other && (id === Number(dataOf(node, 'variable')) ? literal(other.init) : `$${this.story.variable(id)}`)
  }

  #condition(id: ArrowId, node: ArrowNode): string {
    const variable = Number(dataOf(node, 'variable'))
    const [type, operator, value] = [this.story.typeOf(variable), textOf(dataOf(node, 'operator')), this.#value(node)]
    if (type === undefined || value === undefined) return 'false'
    const name = `$${this.story.variable(variable)}`
    if (type !== 'str') return COMPARED[operator] === undefined ? 'false' : `${name} ${COMPARED[operator]} ${value}`
    const tests: Readonly<Record<string, string>> = {
      rgx: `new RegExp(${value}).test(${name})`,
      ct: `${name}.toLowerCase().includes((${value}).toLowerCase())`,
      cts: `${name}.includes(${value})`,
      bgn: `${name}.startsWith(${value})`,
      end: `${name}.endsWith(${value})`
    }
    const test = tests[operator]
    if (test === undefined) this.story.lacks(id, `Lengths are not compared in Twine: “${operator}” is always false.`)
    return test ?? 'false'
  }

  #update(id: ArrowId, node: ArrowNode): string[] {
    const variable = Number(dataOf(node, 'variable'))
    const [type, operator, value] = [this.story.typeOf(variable), textOf(dataOf(node, 'operator')), this.#value(node)]
    if (type === undefined || value === undefined) return []
    const name = `$${this.story.variable(variable)}`
    const sums: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      num: {
        set: value,
        add: `${name} + ${value}`,
        sub: `${name} - ${value}`,
        mul: `${name} * ${value}`,
        div: `Math.floor(${name} / ${value})`,
        rem: `${name} % ${value}`,
        exp: `Math.round(Math.pow(${name}, ${value}))`,
        abs: `Math.abs(${value})`
      },
      str: {
        set: value,
        ins: `${name} + ${value}`,
        inb: `${value} + ${name}`,
        stl: `(${value}).toLowerCase()`,
        stu: `(${value}).toUpperCase()`,
        rmc: `${name}.replace(${value}, "")`
      },
      bool: { set: value, neg: `!${value}` }
    }
    const sum = sums[type]?.[operator]
    const isZero = (operator === 'div' || operator === 'rem') && value === '0'
    if (sum !== undefined && !isZero) return [`<<set ${name} to ${sum}>>`]
    this.story.lacks(id, `Twine can’t compute “${operator}”: the variable keeps its value.`)
    return []
  }

  #generated(id: ArrowId, node: ArrowNode): string[] {
    const variable = Number(dataOf(node, 'variable'))
    if (this.story.typeOf(variable) === undefined) return []
    const name = `$${this.story.variable(variable)}`
    const argumentList = dataOf(node, 'arguments')
    const [from, until, negative, even, odd] = listOf(argumentList)
    const method = dataOf(node, 'method')
    if (method === 'rnbln') return [`<<set ${name} to random(0, 1) === 1>>`]
    if (method === 'strst')
      return [
        `<<set ${name} to either(${
          textOf(argumentList)
            .split('|')
            .filter((one) => one !== '')
            .map(quoted)
            .join(', ') || '""'
        })>>`
      ]
    if (method === 'randi' && typeof from === 'number' && typeof until === 'number' && even === odd)
      return [`<<set ${name} to ${negative === true ? '-' : ''}random(${from}, ${until})>>`]
    this.story.lacks(id, 'Twine can’t generate this value: the variable keeps its own.')
    return []
  }

  #tagEdit(node: ArrowNode): string[] {
    const character = Number(dataOf(node, 'character'))
    const [method, key, value] = listOf(dataOf(node, 'edit'))
    if (!this.story.document.resources.characters.has(character) || textOf(key) === '') return []
    const name = `$${this.story.tag(character, textOf(key))}`
    const set = `<<set ${name} to ${literal(textOf(value))}>>`
    if (method === 0) return [`<<if ${name} === undefined>>${set}<</if>>`]
    if (method === 1) return [`<<if ${name} !== undefined>>${set}<</if>>`]
    if (method === 3) return [`<<if ${name} === ${literal(textOf(value))}>><<unset ${name}>><</if>>`]
    return [method === 4 ? `<<unset ${name}>>` : set]
  }

  #tagTest(node: ArrowNode): string {
    const [method, checks] = listOf(dataOf(node, 'pass'))
    const tests = listOf(checks).flatMap((one) => {
      const [key, value] = listOf(one)
      if (textOf(key) === '') return []
      const name = `$${this.story.tag(Number(dataOf(node, 'character')), textOf(key))}`
      return [typeof value === 'string' ? `${name} === ${literal(value)}` : `${name} !== undefined`]
    })
    return tests.length === 0 ? 'false' : tests.join(method === 0 ? ' || ' : ' && ')
  }

  #match(node: ArrowNode, to: (slot: number) => string): string[] {
    const name = `$${this.story.tag(Number(dataOf(node, 'character')), textOf(dataOf(node, 'tag_key')))}`
    const isRegex = dataOf(node, 'regex') === true
    return listOf(dataOf(node, 'patterns')).map((pattern, slot, { length }) => {
      const test = isRegex
        ? `${name} !== undefined && new RegExp(${literal(textOf(pattern))}).test(${name})`
        : `${name} === ${literal(textOf(pattern))}`
      return `<<${slot === 0 ? 'if' : 'elseif'} ${test}>>${to(slot)}${slot === length - 1 ? '<</if>>' : ''}`
    })
  }

  #input(one: PlayableNode, isMacro: boolean): string[] {
    const variable = Number(dataOf(one.node, 'variable'))
    const type = this.story.typeOf(variable)
    const prompt = this.#text(textOf(dataOf(one.node, 'prompt')))
    if (type === undefined) return [prompt, this.#link(one, 0, isMacro, 'Continue')]
    this.story.lacks(one.id, 'Twine takes any input: its limits are not checked.')
    const name = quoted(`$${this.story.variable(variable)}`)
    const field =
      type === 'num'
        ? `<<numberbox ${name} $${this.story.variable(variable)}>>`
        : type === 'bool'
          ? `<<checkbox ${name} false true autocheck>>`
          : `<<textbox ${name} $${this.story.variable(variable)}>>`
    return [prompt, field, this.#link(one, 0, isMacro, 'Continue')]
  }
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
const quoted = (text: string): string => JSON.stringify(text).replace(/[<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
const literal = (value: ArrowValue | undefined): string =>
  typeof value === 'string' ? quoted(value) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '0'

/** A text without meaning to SugarCube. Quotation marks and hyphens mean something only in a row, which a neighbouring text may continue. */
const escaped = (text: string): string =>
  text.replace(/[&<>$_@/\\{}[\]*#!^=|~:`]|['"-]{2,}|^['"-]|['"-]$/g, (signs) => signs.replace(/./g, (sign) => `&#${sign.charCodeAt(0)};`))

/** A picture in SugarCube; the story's page finds a path beside it. */
function pictureMarkup(picture: Picture | undefined): string {
  if (!picture) return ''
  const { address, size } = picture
  if (!size) return `[img[${address.replace(/[[\]|]/g, encodeURIComponent)}]]`
  return `<img src="${xmlAttribute(address)}" width="${size[0]}"${size[1] === undefined ? '' : ` height="${size[1]}"`} alt="">`
}

/** The name of a variable beside its name in SugarCube, if that differs. */
const comment = (name: string, written: string): string => (name === written ? '' : ` /* ${name.replaceAll('*/', '* /')} */`)

/** The story's IFID, by which Twine identifies it: a UUID made from the title and the entry, so that another export is the same story. */
function storyIdOf({ title, entry, meta }: ArrowDocument): string {
  const parts = [0, 1, 2, 3].map((salt) => {
    let hash = 0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1)
    for (const sign of `${title}\n${entry}\n${meta.chapter ?? 0}`) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  })
  const digits = parts.join('').toUpperCase()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-A${digits.slice(17, 20)}-${digits.slice(20)}`
}
