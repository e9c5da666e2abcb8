import { readArrow, scriptOf } from '../../../arrow'
import { isObject, type Json } from '../../../shared/base/json'
import { fileAt, type FileKind } from '../../../shared/story/layout'
import { splitFrontMatter } from '../../campaign/front-matter'
import { ifReadable } from '../../campaign/parsed-files'
import { parseYamlShared } from '../../campaign/yaml-splice'

/** A text in a file of the campaign. `keys` and `node` as in `TextSource`. */
export interface Passage {
  readonly path: string
  readonly keys: readonly (string | number)[]
  readonly node?: number
  readonly when?: string
  readonly text: string
}

/** The kinds of files whose texts may be told. */
const YAML = new Set<FileKind>(['sheet', 'beliefs', 'journeys', 'location', 'yamlAction', 'condition', 'diceTable', 'equipment', 'manifest'])
const MARKDOWN = new Set<FileKind>(['about', 'actor', 'region', 'storyEvent', 'topic', 'ruling', 'worldNote'])

/** Whether a file may have texts that are told. */
export function holdsProse(path: string): boolean {
  const kind = fileAt(path)?.kind
  return kind !== undefined && (YAML.has(kind) || MARKDOWN.has(kind) || kind === 'action' || kind === 'arrowDocument' || kind === 'otherRule')
}

/** The texts of a file; none if it can't be read. */
export function passagesIn(path: string, text: string): Passage[] {
  return (ifReadable(() => read(path, text)) ?? []).filter((one) => isTold(one.text))
}

/** Whether a text may be prose: one word without a stop is an id or a name. */
const isTold = (text: string): boolean => /\S\s+\S/.test(text) || /[.!?…。！？؟]/.test(text)

function read(path: string, text: string): Passage[] {
  const kind = fileAt(path)?.kind
  if (kind === 'arrowDocument') return spoken(path, text)
  if (kind !== undefined && MARKDOWN.has(kind)) {
    const { matter, body } = splitFrontMatter(text, path)
    return [...textsIn(path, [], matter), { path, keys: ['body'], text: body }]
  }
  if (path.endsWith('.ts')) return literals(path, text)
  return path.endsWith('.yaml') ? textsIn(path, [], parseYamlShared(text, path)) : []
}

/** Keys whose texts are conditions and ids, and are never told. */
const NEVER_TOLD = new Set(['when', 'met', 'starts_when', 'done_when', 'available', 'requires'])

/** The texts below a value, each with its keys. */
function textsIn(path: string, keys: readonly (string | number)[], value: Json | undefined, when?: string): Passage[] {
  if (typeof value === 'string') return [{ path, keys, text: value, ...(when === undefined ? {} : { when }) }]
  if (Array.isArray(value)) return value.flatMap((one, i) => textsIn(path, [...keys, i], one))
  if (!isObject(value)) return []
  const condition = typeof value['when'] === 'string' ? value['when'] : undefined
  return Object.entries(value).flatMap(([key, one]) => (NEVER_TOLD.has(key) ? [] : textsIn(path, [...keys, key], one, condition)))
}

/** The rows of a script that are shown or said. */
const SPOKEN = new Set(['title', 'narration', 'line', 'option', 'input'])

function spoken(path: string, text: string): Passage[] {
  const { document } = readArrow(text)
  if (!document) return []
  return [...document.resources.scenes.keys()].flatMap((scene) =>
    scriptOf(document, scene).rows.flatMap(({ kind, text, node }) => (SPOKEN.has(kind) ? [{ path, keys: [], node, text }] : []))
  )
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** The texts in a rule's code, with their line. */
function literals(path: string, code: string): Passage[] {
  return [...code.matchAll(LITERAL)].flatMap(({ index, 1: single, 2: double, 3: template }) => {
    const text = (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1')
    return [{ path, keys: [code.slice(0, index).split('\n').length], text }]
  })
}
