import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import { own, type JsonObject } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import { freeName, slug } from '../../../shared/story/names'
import {
  checkMutations,
  type KnownWorld,
  type MutationFault,
  mutationNotes,
  relationKey,
  type ValidMutation
} from '../../../shared/narrator/check-mutations'
import { characterAbout, narrativeText } from '../../../shared/narrator/documents'
import type { MutationOf } from '../../../shared/narrator/mutations'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { JourneyFields } from '../../../shared/contract/world-edits'
import { personFiles } from '../map/map-of'
import { EditedWorld } from '../world/edited-world'
import type { OldFiles } from '../world/file-drafts'
import { editSummary, type EditSummaryPart } from '../world/edit-summary'
import type { Newcomer } from '../world/newcomer'
import { putJourney } from '../world/put'
import { formatYaml, type FileChange } from '../yaml-splice'

/** The files of a batch by path (null: removed), a summary in one line, the positions of the applied items, and the faults of the others. */
export interface MutationFiles {
  files: Map<string, Buffer | null>
  summary: string
  applied: number[]
  faults: MutationFault[]
  /** What a designer should know of the applied items. */
  notes: string[]
}

/** The files that mutations change, with only the lines that change. Items that can't be applied are left out and reported. Pure. */
export function mutationFiles(before: { state: GameState; lore: Lore }, old: OldFiles, items: readonly unknown[], newcomer: Newcomer): MutationFiles {
  const { valid, faults } = checkMutations(items, knownWorld(before))
  const batch = new Batch(before, old, valid, newcomer)
  const applied: number[] = []
  // New characters and narratives come first, so that the other items find their files.
  for (const { index, mutation } of valid.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)))) {
    try {
      batch.apply(mutation)
      applied.push(index)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      faults.push({ index, path: 'payload', code: 'invalid_field', message: thrown.message, fix: 'Correct it, and apply it again.' })
    }
  }
  const summary = editSummary(batch.parts)
  const notes = mutationNotes(valid.filter(({ index }) => applied.includes(index)))
  return { files: batch.files, summary, applied: applied.toSorted((a, b) => a - b), faults: faults.toSorted((a, b) => a.index - b.index), notes }
}

const isNew = ({ mutation }: ValidMutation): boolean => mutation.type === 'new_character' || mutation.type === 'new_narrative'

/** The ids to which a batch can link. */
function knownWorld({ state, lore }: { state: GameState; lore: Lore }): KnownWorld {
  const beliefs = Object.values(lore.actors).flatMap((actor) => Object.keys(actor.beliefs))
  const relations = Object.values(state.relationships).map((relation) => {
    const { from, type, to } = relation as Record<string, unknown>
    return relationKey(String(from), String(type), String(to))
  })
  return {
    characters: new Set(Object.keys(state.actors)),
    places: new Set(Object.keys(state.places)),
    factions: new Set(Object.keys(state.factions)),
    events: new Set(lore.story.map(({ id }) => id)),
    claims: new Set([...Object.keys(state.facts), ...beliefs]),
    narratives: new Map(Object.entries(lore.narratives)),
    relations: new Set(relations)
  }
}

/** Applies the items of a batch to drafts of the files. */
class Batch {
  readonly parts: EditSummaryPart[] = []
  readonly #world: EditedWorld
  readonly #added = new Map<string, { kind: 'player' | 'npc'; name: string }>()
  readonly #names = new Map<string, string>()
  readonly #relations: Set<string>

  constructor(
    private readonly before: { state: GameState; lore: Lore },
    old: OldFiles,
    private readonly valid: readonly ValidMutation[],
    private readonly newcomer: Newcomer
  ) {
    this.#world = new EditedWorld(before.state, before.lore, old, newcomer)
    this.#relations = new Set(Object.keys(before.state.relationships))
    for (const [id, { name }] of Object.entries(before.lore.narratives)) this.#names.set(id, name)
    for (const { mutation } of valid) if (mutation.type === 'new_narrative') this.#names.set(mutation.payload.id, mutation.payload.name)
  }

  get files(): Map<string, Buffer | null> {
    return this.#world.drafts.changed()
  }

  get #beat(): number {
    return this.before.state.next.beat + 1
  }

  /** Applies an item. Throws Problem if the world refuses it; then nothing has changed. */
  apply(mutation: ValidMutation['mutation']): void {
    switch (mutation.type) {
      case 'new_character':
        return this.#character(mutation)
      case 'new_edge':
        return mutation.payload.type === 'JOURNEY' ? this.#journey(mutation) : this.#relation(mutation)
      case 'new_narrative':
        return this.#narrative(mutation)
      case 'update_belief':
        return this.#belief(mutation)
      default:
        return this.#focus(mutation)
    }
  }

  #character({ payload }: MutationOf<'new_character'>): void {
    const { id, name, type = 'minor', alive = true } = payload
    const kind = type === 'player' ? 'player' : 'npc'
    for (const [path, content] of personFiles({ id, name }, this.#placeFor(payload), this.newcomer, kind)) {
      const sheet = typeof content !== 'string' && !alive ? { ...content, conditions: deathConditions(this.newcomer.dead) } : content
      const text = path.endsWith(fileName('actor'))
        ? characterAbout({ ...payload, type }, formatYaml)
        : typeof sheet === 'string'
          ? sheet
          : formatYaml(sheet)
      this.#world.drafts.put(path, text)
    }
    this.#added.set(id, { kind, name })
    this.parts.push({ id, verb: 'added', noun: 'character', name })
  }

  /** The place of a new character: the given one, else that of the first one with a relation to them, else the scene's, else the players'. */
  #placeFor({ id, location }: MutationOf<'new_character'>['payload']): string {
    const { state } = this.before
    const locationOf = (who: string): string | undefined => own(state.actors, who)?.location
    const linked = this.valid.flatMap(({ mutation }) => {
      if (mutation.type !== 'new_edge' || mutation.payload.type === 'JOURNEY') return []
      const { from, to } = mutation.payload
      const other = from === id ? to : to === id ? from : undefined
      return other === undefined ? [] : (locationOf(other) ?? (own(state.places, other) ? other : []))
    })
    const player = Object.values(state.actors).find(({ kind }) => kind === 'player')
    const place = location ?? linked[0] ?? state.scene?.place ?? player?.location ?? Object.keys(state.places)[0]
    if (place === undefined) throw new Problem('refused', 'The world has no place yet, so nobody can be anywhere. Add a place first.')
    return place
  }

  #relation({ payload: { from, to, type, properties = {} } }: MutationOf<'new_edge'>): void {
    const id = freeName(`${slug(from)}-${slug(to)}`, (name) => this.#relations.has(name))
    this.#relations.add(id)
    const relation: JsonObject = { type, from, to, ...properties }
    this.#world.drafts.change(pathOf('state'), { keys: ['relationships', id], to: relation })
    this.parts.push({ id, verb: 'added', noun: 'relation', name: `${this.#nameOf(from)}’s relation to ${this.#nameOf(to)} (${type})` })
  }

  #journey({ payload: { from, to, properties } }: MutationOf<'new_edge'>): void {
    const { parts } = putJourney(this.#world, { op: 'put-journey', fields: { ...(properties as JourneyFields | undefined), from, to } })
    this.parts.push(...parts)
  }

  #narrative({ payload: { id, content, ...fields } }: MutationOf<'new_narrative'>): void {
    const path = pathOf('storyEvent', { id })
    if (this.#world.drafts.has(path)) throw new Problem('refused', `${path} exists already. Choose another id.`, { file: path })
    this.#world.drafts.put(path, narrativeText({ ...fields, beat: this.#beat }, content, formatYaml))
    this.parts.push({ id, verb: 'added', noun: 'narrative', name: `the ${fields.type} “${fields.name}”` })
  }

  #belief({ payload: { character, narrative, ...fields } }: MutationOf<'update_belief'>): void {
    const kind = own(this.before.state.actors, character)?.kind ?? this.#added.get(character)?.kind ?? 'npc'
    const path = `${actorFolder(kind, character)}/${fileName('beliefs')}`
    const values = Object.entries({ ...fields, beat: this.#beat }).filter(([, value]) => value !== undefined)
    const changes = values.map(([key, to]): FileChange => ({ keys: [narrative, key], to }))
    const isNew = this.#world.drafts.value(path, [narrative]) === undefined
    this.#world.drafts.change(path, ...(isNew ? [{ keys: [narrative], to: Object.fromEntries(values) }] : changes))
    const name = `what ${this.#nameOf(character)} believes about “${this.#names.get(narrative) ?? narrative}”`
    this.parts.push({ id: `${character} ${narrative}`, verb: 'changed', noun: 'belief', name })
  }

  #focus({ payload: { narrative, focus, reason } }: MutationOf<'adjust_focus'>): void {
    const path = pathOf('storyEvent', { id: narrative })
    this.#world.drafts.changeMatter(path, { keys: ['focus'], to: focus }, { keys: ['focus_reason'], to: reason })
    const name = `the focus of “${this.#names.get(narrative) ?? narrative}” to ${focus}`
    this.parts.push({ id: narrative, verb: 'changed', noun: 'focus', name })
  }

  #nameOf(id: string): string {
    return own(this.before.state.actors, id)?.name ?? this.#added.get(id)?.name ?? own(this.before.state.places, id)?.name ?? id
  }
}

const deathConditions = (conditions: readonly string[]): JsonObject => Object.fromEntries(conditions.slice(0, 1).map((id) => [id, {}]))
