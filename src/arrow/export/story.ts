import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue, VariableType } from '../document'
import { placeholders, splits } from '../exposure'
import { dataOf, listOf, textOf } from '../node-types'
import { playable, type Playable, type PlayableNode } from '../play/playable'
import { type Markup, parseMarkup } from '../play/markup'
import { nameIndex, type NameIndex } from '../references'

/** Something that the format of another tool can't express, and its node. */
export interface NotMapped {
  readonly node: ArrowId
  readonly message: string
}

/** An exported text, and what it doesn't express of the document as Arrow plays it. */
export interface StoryExport {
  readonly text: string
  readonly notMapped: readonly NotMapped[]
}

/** The sign for a picture in a text: one that no font has and no tool reads. */
export const PICTURE = '\u{10FFFE}'
export interface Picture {
  readonly address: string
  readonly size: readonly [width: number, height: number | undefined] | undefined
}

/** The label of a choice without a text: an empty label can't be clicked, and Ink takes a choice without a text by itself. */
export const NO_TEXT = '…'

/** The common part of the exporters for other tools: names that the tools accept, the targets of nodes, and what the format can't express. */
export class StoryWriter {
  readonly doc: Playable
  readonly notMapped: NotMapped[] = []
  readonly #names: NameIndex
  readonly #identifiers = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** Tags that nodes set: the character's id and the key. */
  #set: ReadonlySet<string> | undefined

  constructor(
    readonly document: ArrowDocument,
    /** Words that the format reserves, in lower case. */
    reserved: readonly string[],
    /** Everything that the format's names can't contain: those of passages or knots, and those of variables. */
    private readonly foreign: { readonly names: RegExp; readonly variables: RegExp }
  ) {
    this.doc = playable(document)
    this.#names = nameIndex(document.resources)
    for (const word of reserved) this.#taken.add(word)
  }

  /** A unique name of letters, digits and underscores, in any script that the format takes; always the same for the same key. */
  identifier(key: string, name: string, foreign = this.foreign.names): string {
    const known = this.#identifiers.get(key)
    if (known !== undefined) return known
    const tidy = (text: string): string => text.replace(foreign, '_').replace(/^_+|_+$/g, '')
    // A letter that the format doesn't take may have a part that it takes: é has e.
    const plain = tidy(name.normalize('NFC').replace(foreign, (signs) => signs.normalize('NFKD').replace(/\p{M}/gu, '')))
    const base = plain === '' ? key.replace(/\W/g, '_') : /^\p{L}/u.test(plain) ? plain : `n_${plain}`
    let unique = base
    for (let k = 2; this.#taken.has(unique.toLowerCase()); k++) unique = `${base}_${k}`
    this.#taken.add(unique.toLowerCase())
    this.#identifiers.set(key, unique)
    return unique
  }
  variable = (id: ArrowId): string => this.identifier(`v${id}`, this.document.resources.variables.get(id)?.name ?? String(id), this.foreign.variables)
  tag = (character: ArrowId, key: string): string =>
    this.identifier(
      `t${character} ${key}`,
      `tag_${this.document.resources.characters.get(character)?.name ?? character}_${key}`,
      this.foreign.variables
    )
  node = (id: ArrowId): string => this.identifier(`n${id}`, this.document.resources.nodes.get(id)?.name ?? String(id))

  /** Records pictures in texts that have no formats: lines, options and prompts. */
  notePictures(node: ArrowId, texts: readonly ArrowValue[]): void {
    if (texts.some((text) => /\[img(?:[= ][^[\]]*)?\]/i.test(textOf(text))))
      this.lacks(node, 'A picture in a line, an option or a prompt stays text, because Arrow shows none there.')
  }
  /** A text without BBCode, in which each picture is the sign `PICTURE`. Pictures without an address that a story can carry are recorded as lost. */
  withPictures(node: ArrowId, text: string): { text: string; pictures: Picture[] } {
    const pictures: Picture[] = []
    const plain = (pieces: readonly Markup[]): string =>
      pieces
        .map((one) => {
          if (typeof one === 'string') return one
          if (one.tag === 'br') return '\n'
          if (one.tag !== 'img') return plain(one.children)
          if (one.value !== undefined) pictures.push({ address: one.value, size: one.size })
          else this.lacks(node, 'A picture has no address on the web and no path to a file, so it is left out.')
          return one.value === undefined ? '' : PICTURE
        })
        .join('')
    return { text: plain(parseMarkup(text.replaceAll('\r\n', '\n').replaceAll(PICTURE, ''))), pictures }
  }

  lacks(node: ArrowId, message: string): void {
    this.notMapped.push({ node, message })
  }

  typeOf = (variable: ArrowId): VariableType | undefined => this.document.resources.variables.get(variable)?.type

  /** A text with its placeholders replaced by the format's expressions and everything else escaped. */
  text(text: string, escape: (text: string) => string, shown: (name: string) => string): string {
    let [out, from] = ['', 0]
    for (const { inner, start, end } of placeholders(text)) {
      const name = this.#exposed(inner)
      if (name === undefined) continue
      out += `${escape(text.slice(from, start))}${shown(name)}`
      from = end
    }
    return out + escape(text.slice(from))
  }

  #exposed(inner: string): string | undefined {
    const variable = this.#names.variables.get(inner)
    if (variable !== undefined) return this.variable(variable)
    for (const { name, tag } of splits(inner)) {
      const character = this.#names.characters.get(name)
      if (character !== undefined) return this.#mayHave(character, tag) ? this.tag(character, tag) : undefined
    }
    return undefined
  }

  /** Whether a character begins with a tag or a node sets it; otherwise its placeholder is shown unchanged. */
  #mayHave(character: ArrowId, tag: string): boolean {
    if (this.document.resources.characters.get(character)?.tags?.[tag] !== undefined) return true
    this.#set ??= new Set(
      [...this.document.resources.nodes.values()].flatMap((node) =>
        node.type === 'tag_edit' ? tagsOf(node).map((key) => `${Number(dataOf(node, 'character'))} ${key}`) : []
      )
    )
    return this.#set.has(`${character} ${tag}`)
  }

  /** Every tag that a character begins with, or that a node sets, checks or shows. */
  tags(): { name: string; value: string | undefined }[] {
    const values = new Map<string, string | undefined>()
    for (const [id, { tags = {} }] of this.document.resources.characters)
      for (const [key, value] of Object.entries(tags)) values.set(this.tag(id, key), value)
    for (const node of this.document.resources.nodes.values())
      for (const key of tagsOf(node))
        if (!values.has(this.tag(Number(dataOf(node, 'character')), key))) values.set(this.tag(Number(dataOf(node, 'character')), key), undefined)
    return [...values].map(([name, value]) => ({ name, value }))
  }

  speaker(node: ArrowNode): string {
    const character = this.document.resources.characters.get(Number(dataOf(node, 'character')))
    return character ? character.name.replaceAll('_', ' ') : ''
  }

  /** The nodes in the order of their scenes, each scene from its entry on. */
  scenes(): { name: string; isMacro: boolean; nodes: PlayableNode[] }[] {
    return [...this.document.resources.scenes].map(([id, { name, entry, map, macro }]) => {
      const ids = new Set([entry, ...map.keys()])
      const nodes = [...ids].flatMap((one) => this.doc.nodes.get(one) ?? []).filter((one) => one.scene === id && this.isWritten(one.id))
      return { name, isMacro: macro === true, nodes }
    })
  }

  /** Whether a node is exported, so that others can lead to it: it lies in a scene and is a step of the story. */
  isWritten(id: ArrowId | undefined): id is ArrowId {
    const one = id === undefined ? undefined : this.doc.nodes.get(id)
    return one?.scene !== undefined && one.node.type !== 'frame'
  }

  /** Records a jump into a macro from outside, after which other tools have no return target. */
  noteJump(from: PlayableNode, target: ArrowId): void {
    const scene = this.doc.nodes.get(target)?.scene
    if (scene !== undefined && scene !== from.scene && this.document.resources.scenes.get(scene)?.macro === true)
      this.lacks(from.id, 'This jump leads into a macro from outside: where the macro ends there is nothing to go back to.')
  }
}

/** Where a skipped node leads: its first connected output; a sequencer’s last one. */
export function skippedTo({ node, next }: PlayableNode): number {
  const slots = [...next.keys()].sort((a, b) => a - b)
  return (node.type === 'sequencer' ? slots.at(-1) : slots[0]) ?? 0
}

/** The tags that a node names. */
export function tagsOf(node: ArrowNode): string[] {
  if (node.type === 'tag_match') return [textOf(dataOf(node, 'tag_key'))].filter((one) => one !== '')
  if (node.type === 'tag_edit') return [textOf(listOf(dataOf(node, 'edit'))[1])].filter((one) => one !== '')
  return node.type === 'tag_pass'
    ? listOf(listOf(dataOf(node, 'pass'))[1])
        .map((one) => textOf(listOf(one)[0]))
        .filter((one) => one !== '')
    : []
}
