import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue, VariableType } from '../document'
import { placeholders, splits } from '../exposure'
import { dataOf } from '../node-types'
import { playable, type Playable, type PlayableNode } from '../play/playable'
import { nameIndex, type NameIndex } from '../references'

/** Something that a format of other tools can't say, and the node where it stands. */
export interface NotMapped {
  readonly node: ArrowId
  readonly message: string
}

/** An exported text, and what of the document isn't in it as it plays in Arrow. */
export interface StoryExport {
  readonly text: string
  readonly notMapped: readonly NotMapped[]
}

/** What the exporters for other tools share: names that those accept, where nodes lead, and what could not be said. */
export class StoryWriter {
  readonly doc: Playable
  readonly notMapped: NotMapped[] = []
  readonly #names: NameIndex
  readonly #identifiers = new Map<string, string>()
  readonly #taken = new Set<string>()

  constructor(
    readonly document: ArrowDocument,
    /** Words that the format keeps for itself, in lower case. */
    reserved: readonly string[]
  ) {
    this.doc = playable(document)
    this.#names = nameIndex(document.resources)
    for (const word of reserved) this.#taken.add(word)
  }

  /** A name of letters, digits and underscores that nothing else has; the same for the same key. */
  identifier(key: string, name: string): string {
    const known = this.#identifiers.get(key)
    if (known !== undefined) return known
    const plain = name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+|_+$/g, '')
    const base = /^[A-Za-z]/.test(plain) ? plain : `n_${plain}`
    let unique = base
    for (let k = 2; this.#taken.has(unique.toLowerCase()); k++) unique = `${base}_${k}`
    this.#taken.add(unique.toLowerCase())
    this.#identifiers.set(key, unique)
    return unique
  }
  variable = (id: ArrowId): string => this.identifier(`v${id}`, this.document.resources.variables.get(id)?.name ?? String(id))
  tag = (character: ArrowId, key: string): string =>
    this.identifier(`t${character} ${key}`, `tag_${this.document.resources.characters.get(character)?.name ?? character}_${key}`)
  node = (id: ArrowId): string => this.identifier(`n${id}`, this.document.resources.nodes.get(id)?.name ?? String(id))

  lacks(node: ArrowId, message: string): void {
    this.notMapped.push({ node, message })
  }

  typeOf = (variable: ArrowId): VariableType | undefined => this.document.resources.variables.get(variable)?.type

  /** A text with its placeholders replaced by what the format shows, and everything else escaped. */
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
      if (character !== undefined) return this.tag(character, tag)
    }
    return undefined
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
  scenes(): { id: ArrowId; name: string; entry: ArrowId; isMacro: boolean; nodes: PlayableNode[] }[] {
    return [...this.document.resources.scenes].map(([id, { name, entry, map, macro }]) => {
      const ids = [entry, ...[...map.keys()].filter((one) => one !== entry)]
      return {
        id,
        name,
        entry,
        isMacro: macro === true,
        nodes: ids.flatMap((one) => this.doc.nodes.get(one) ?? []).filter(({ node }) => node.type !== 'frame')
      }
    })
  }
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

export const listOf = (value: ArrowValue | undefined): readonly ArrowValue[] => (Array.isArray(value) ? (value as readonly ArrowValue[]) : [])
export const textOf = (value: ArrowValue | undefined): string => (typeof value === 'string' ? value : '')
