import { isObject, own, type Json } from '../base/json'
import { everyMisfit } from '../base/schema-errors'
import { badId, badName, fold, RESERVED_ACTORS } from '../story/names'
import { perhaps } from '../base/suggest'
import { forbiddenTexts } from './texts'
import { JourneyFields } from '../contract/world-edits'
import { EdgeType, type GraphMutation, type MutationOf, MutationType, PAYLOADS } from './mutations'

/** The faults of a mutation: a new node without a link, a link to nothing, an unknown type, a bad or missing field, or an id that exists already. */
export type MutationCode = 'orphaned_node' | 'missing_target' | 'invalid_type' | 'invalid_field' | 'missing_required' | 'duplicate'

/** A fault of a mutation: the item's position from 0, the field (`payload/heard`, '' for the item itself), and a remedy. */
export interface MutationFault {
  index: number
  path: string
  code: MutationCode
  message: string
  fix: string
}

/** A fault of a mutation as a line of a list. */
export const faultLine = ({ index, path, code, message, fix }: MutationFault): string =>
  `mutations[${index}]${path === '' ? '' : `/${path}`}: ${message} ${fix} (${code})`

/** The world that a batch may link to. Relations are texts by `relationKey`; narratives have their type and text. */
export interface KnownWorld {
  characters: ReadonlySet<string>
  places: ReadonlySet<string>
  factions: ReadonlySet<string>
  /** Story events that are not narratives. */
  events: ReadonlySet<string>
  /** Other things that can be believed: facts, and claims of existing beliefs. */
  claims: ReadonlySet<string>
  narratives: ReadonlyMap<string, { type: string; content: string }>
  relations: ReadonlySet<string>
}

/** A mutation that can be applied, with its position in the batch. */
export interface ValidMutation {
  index: number
  mutation: GraphMutation
}

/** One relation of two ends as a text. */
export const relationKey = (from: string, type: string, to: string): string => JSON.stringify([from, type, to])

/** The faults of a batch, and its valid mutations; one that links to an invalid one is invalid. Without a world, every name counts as known. */
export function checkMutations(items: readonly unknown[], world?: KnownWorld): { valid: ValidMutation[]; faults: MutationFault[] } {
  const faults: MutationFault[] = []
  let valid: ValidMutation[] = []
  items.forEach((item, index) => {
    const checked = checkShape(item, index)
    faults.push(...checked.faults)
    if (checked.mutation) valid.push({ index, mutation: checked.mutation })
  })
  const unique = checkUnique(valid, world)
  faults.push(...unique.faults)
  valid = unique.valid
  const added = new Set(items.flatMap(addedCharacter))
  // Each round refuses the items that link to items refused in the previous round.
  for (let refused = 1; refused > 0;) {
    const targets = targetsOf(valid, world)
    const kept = valid.filter((one) => {
      const wrong = [...linkFaults(one, targets), ...sourceFaults(one, targets, added), ...orphanFaults(one, valid, targets)]
      faults.push(...wrong)
      return wrong.length === 0
    })
    refused = valid.length - kept.length
    valid = kept
  }
  return { valid, faults: faults.toSorted((a, b) => a.index - b.index) }
}

function checkShape(item: unknown, index: number): { mutation?: GraphMutation; faults: MutationFault[] } {
  if (!isObject(item)) return { faults: [{ index, path: '', code: 'invalid_field', message: 'A mutation must be a map.', fix: FORM }] }
  const type = MutationType.safeParse(own(item, 'type'))
  const others = Object.keys(item).filter((key) => key !== 'type' && key !== 'payload')
  const faults = others.map((key): MutationFault => unknownField(index, key, key))
  if (!type.success) {
    const message = everyMisfit(type.error)[0]?.message ?? 'must be a known type'
    const code = own(item, 'type') === undefined ? 'missing_required' : 'invalid_type'
    return { faults: [...faults, { index, path: 'type', code, message: `\`type\` ${message}.`, fix: 'Use one of these types.' }] }
  }
  const payload = own(item, 'payload')
  for (const { keys, message } of forbiddenTexts(item))
    faults.push({ index, path: keys.join('/'), code: 'invalid_field', message, fix: 'Correct it.' })
  const fits = PAYLOADS[type.data].safeParse(payload)
  faults.push(...(fits.success ? [] : everyMisfit(fits.error).flatMap((misfit) => payloadFaults(index, misfit, payload))))
  if (!fits.success || faults.length > 0) return { faults }
  const mutation = { type: type.data, payload: fits.data } as GraphMutation
  faults.push(...senseFaults(index, mutation))
  return faults.length > 0 ? { faults } : { mutation, faults }
}

/** What a designer should know of valid mutations: relations of a type that is none of the documented ones. */
export const mutationNotes = (valid: readonly ValidMutation[]): string[] =>
  valid.flatMap(({ index, mutation }) => {
    if (mutation.type !== 'new_edge' || EdgeType.safeParse(mutation.payload.type).success) return []
    const { type } = mutation.payload
    return [`mutations[${index}]/payload/type: "${type}" is none of ${EdgeType.options.join(', ')}, so it is kept as a relation in those words.`]
  })

const FORM = 'Write it as {"type": …, "payload": {…}}.'

const unknownField = (index: number, path: string, key: string): MutationFault =>
  key === 'weight'
    ? { index, path, code: 'invalid_field', message: "`weight` can't be set: it is computed.", fix: 'Leave it out, and use adjust_focus.' }
    : { index, path, code: 'invalid_field', message: `\`${key}\` is not a field here.`, fix: 'Leave it out.' }

function payloadFaults(index: number, { path: keys, message }: { path: string[]; message: string }, payload: Json | undefined): MutationFault[] {
  const path = ['payload', ...keys].join('/')
  const unknown = /^can't have (.*?)(?:;|$)/.exec(message)?.[1]
  if (unknown !== undefined) return [...unknown.matchAll(/`([^`]*)`/g)].map(([, key = '']) => unknownField(index, `${path}/${key}`, key))
  const key = keys.at(-1) ?? 'payload'
  const value = keys.reduce<Json | undefined>((at, one) => (Array.isArray(at) ? at[Number(one)] : isObject(at) ? own(at, one) : undefined), payload)
  const said = /^(must|can't) /.test(message) ? `\`${key}\` ${message}.` : `\`${key}\`: ${message}.`
  if (value === undefined) return [{ index, path, code: 'missing_required', message: said, fix: `Add \`${key}\`.` }]
  return [{ index, path, code: key === 'type' ? 'invalid_type' : 'invalid_field', message: said, fix: `Correct \`${key}\`.` }]
}

/** Checks beyond the schemas: ids must be valid file names, and beliefs must not be empty. */
function senseFaults(index: number, { type, payload }: GraphMutation): MutationFault[] {
  if (type === 'new_character' || type === 'new_narrative') {
    const reserved = type === 'new_character' && RESERVED_ACTORS.some((name) => fold(name) === fold(payload.id))
    const why = reserved ? 'the table has a voice of this name' : type === 'new_character' ? badName(payload.id) : badId(payload.id)
    if (why === undefined) return []
    return [{ index, path: 'payload/id', code: 'invalid_field', message: `"${payload.id}" can't be an id: ${why}.`, fix: 'Choose another id.' }]
  }
  if (type === 'new_edge') {
    const properties = payload.properties ?? {}
    const ends = ['type', 'from', 'to'].filter((key) => Object.hasOwn(properties, key))
    if (ends.length > 0) return ends.map((key) => unknownField(index, `payload/properties/${key}`, key))
    const fits = payload.type === 'JOURNEY' ? JourneyFields.safeParse(properties) : undefined
    if (fits && !fits.success)
      return everyMisfit(fits.error).flatMap(({ path, message }) => payloadFaults(index, { path: ['properties', ...path], message }, payload as Json))
  }
  if (type === 'new_edge' && payload.type !== 'JOURNEY' && payload.from === payload.to) {
    const message = `${payload.from} can't have a relation with themselves.`
    return [{ index, path: 'payload/to', code: 'invalid_field', message, fix: 'Name somebody else.' }]
  }
  if (type !== 'update_belief' || Object.keys(payload).length > 2) return []
  const message = `This belief of ${payload.character} says nothing about ${payload.narrative}.`
  return [{ index, path: 'payload', code: 'missing_required', message, fix: 'Add `heard`, `believes`, `doubts` or `denies`, from 0 to 1.' }]
}

/** Refuses ids that exist already or occur twice in the batch. */
function checkUnique(items: readonly ValidMutation[], world: KnownWorld | undefined): { valid: ValidMutation[]; faults: MutationFault[] } {
  const faults: MutationFault[] = []
  const characters = new Map([...(world?.characters ?? [])].map((id) => [fold(id), id]))
  const ids = new Map([...(world?.events ?? []), ...(world?.narratives.keys() ?? [])].map((id) => [fold(id), id]))
  const narratives = [...(world?.narratives ?? [])].map(([id, { type, content }]) => ({ id, type, words: wordsIn(content) }))
  const relations = new Set(world?.relations)
  const valid = items.filter(({ index, mutation }) => {
    const twin = (path: string, message: string, fix: string): false => {
      faults.push({ index, path, code: 'duplicate', message, fix })
      return false
    }
    if (mutation.type === 'new_character' || mutation.type === 'new_narrative') {
      const { id } = mutation.payload
      const existingIds = mutation.type === 'new_character' ? characters : ids
      const other = existingIds.get(fold(id))
      const what = mutation.type === 'new_character' ? 'character' : 'narrative'
      if (other !== undefined) return twin('payload/id', `"${other}" is already the id of a ${what} or of something like it.`, 'Choose another id.')
      if (mutation.type === 'new_narrative') {
        const { type, content } = mutation.payload
        const words = wordsIn(content)
        const near = narratives.find((one) => one.type === type && isNearDuplicate(one.words, words))
        if (near) return twin('payload/content', `"${id}" says almost the same as the ${type} "${near.id}".`, `Use update_belief on "${near.id}".`)
        narratives.push({ id, type, words })
      }
      existingIds.set(fold(id), id)
    }
    if (mutation.type === 'new_edge' && mutation.payload.type !== 'JOURNEY') {
      const { from, type, to } = mutation.payload
      if (relations.has(relationKey(from, type, to))) return twin('payload', `${from} ${type} ${to} is a relation already.`, 'Leave it out.')
      relations.add(relationKey(from, type, to))
    }
    return true
  })
  return { valid, faults }
}

/** The ids that the items of a batch can link to: existing and new ones. An undefined set contains every id. */
interface Targets {
  characters: ReadonlySet<string>
  places: ReadonlySet<string>
  factions: ReadonlySet<string>
  narratives: ReadonlySet<string>
  claims: ReadonlySet<string>
}

function targetsOf(valid: readonly ValidMutation[], world: KnownWorld | undefined): Targets | undefined {
  if (!world) return undefined
  const added = (type: 'new_character' | 'new_narrative'): string[] =>
    valid.flatMap(({ mutation }) => (mutation.type === type ? [(mutation as MutationOf<typeof type>).payload.id] : []))
  const narratives = [...world.narratives.keys(), ...added('new_narrative')]
  return {
    characters: new Set([...world.characters, ...added('new_character')]),
    places: world.places,
    factions: world.factions,
    narratives: new Set(narratives),
    claims: new Set([...world.claims, ...world.events, ...narratives])
  }
}

/** The ids in a mutation, each with its field and the set that must contain it. */
function linksOf({ type, payload }: GraphMutation): { path: string; id: string; among: readonly (keyof Targets)[]; what: string }[] {
  const link = (path: string, id: string | undefined, what: string, ...among: (keyof Targets)[]) =>
    id === undefined ? [] : [{ path: `payload/${path}`, id, among, what }]
  switch (type) {
    case 'new_character':
      return link('location', payload.location, 'place', 'places')
    case 'new_edge':
      if (payload.type === 'JOURNEY') return [...link('from', payload.from, 'place', 'places'), ...link('to', payload.to, 'place', 'places')]
      return [
        ...link('from', payload.from, 'character', 'characters'),
        ...link('to', payload.to, 'character, place or faction', 'characters', 'places', 'factions')
      ]
    case 'new_narrative':
      return [
        ...(payload.about?.characters ?? []).flatMap((id, i) => link(`about/characters/${i}`, id, 'character', 'characters')),
        ...(payload.about?.relationship ?? []).flatMap((id, i) => link(`about/relationship/${i}`, id, 'character', 'characters')),
        ...(payload.about?.places ?? []).flatMap((id, i) => link(`about/places/${i}`, id, 'place', 'places')),
        ...(payload.contradicts ?? []).flatMap((id, i) => link(`contradicts/${i}`, id, 'narrative', 'narratives'))
      ]
    case 'update_belief':
      return [...link('character', payload.character, 'character', 'characters'), ...link('narrative', payload.narrative, 'narrative', 'claims')]
    default:
      return link('narrative', payload.narrative, 'narrative', 'narratives')
  }
}

function linkFaults({ index, mutation }: ValidMutation, targets: Targets | undefined): MutationFault[] {
  if (!targets) return []
  return linksOf(mutation).flatMap(({ path, id, among, what }): MutationFault[] => {
    if (among.some((set) => targets[set].has(id))) return []
    const known = among.flatMap((set) => [...targets[set]])
    const message = `There is no ${what} "${id}".${perhaps(id, known)}`
    return [{ index, path, code: 'missing_target', message, fix: `Name one that exists, or add it in the same batch.` }]
  })
}

/** The id of the character that an item would add, whether or not it can be applied. */
function addedCharacter(item: unknown): string[] {
  const payload = isObject(item) && own(item, 'type') === 'new_character' ? own(item, 'payload') : undefined
  const id = isObject(payload) ? own(payload, 'id') : undefined
  return typeof id === 'string' ? [id] : []
}

/** The source of a belief may be anybody, in any words, but not a character whom the same batch failed to add. */
function sourceFaults({ index, mutation }: ValidMutation, targets: Targets | undefined, added: ReadonlySet<string>): MutationFault[] {
  const whom = mutation.type === 'update_belief' ? mutation.payload.from_whom : undefined
  if (!targets || whom === undefined || !added.has(whom) || targets.characters.has(whom)) return []
  const message = `The belief comes from "${whom}", whom this batch can't add.`
  return [{ index, path: 'payload/from_whom', code: 'missing_target', message, fix: 'Correct that character, or leave out `from_whom`.' }]
}

/** A new character or narrative needs a link to something: a place, a relation, or a belief. */
function orphanFaults({ index, mutation }: ValidMutation, all: readonly ValidMutation[], targets: Targets | undefined): MutationFault[] {
  if (mutation.type !== 'new_character' && mutation.type !== 'new_narrative') return []
  if (linksOf(mutation).length > 0) return []
  const { id } = mutation.payload
  const linked = all.some(
    (one) => one.mutation !== mutation && linksOf(one.mutation).some((link) => link.id === id && !linkFaults(one, targets).length)
  )
  if (linked) return []
  const what = mutation.type === 'new_character' ? 'character' : 'narrative'
  const fix =
    what === 'character' ? 'Give it a `location`, or add a new_edge to it.' : 'Say who or where it is `about`, or add an update_belief of it.'
  return [{ index, path: 'payload/id', code: 'orphaned_node', message: `The ${what} "${id}" is linked to nothing.`, fix }]
}

/** The share of common words at or above which two texts count as nearly equal. */
const NEAR = 0.8

/** The words of a text in lower case, each once. */
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether two sets of words are nearly equal: the number of common words, divided by the number of all words, is 0.8 or more. */
function isNearDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0 || small.size < NEAR * large.size) return false
  let common = 0
  for (const word of small) if (large.has(word)) common++
  return common / (a.size + b.size - common) >= NEAR
}
