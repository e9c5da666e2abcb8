import { isObject, type Json, type JsonObject, own } from '../../shared/base/json'
import { freeName, slug } from '../../shared/story/names'
import { holds, isOver } from '../../shared/story/premises'
import { Problem } from '../../shared/base/problem'
import { listed } from '../../shared/words/labels'
import type { GameState } from '../../shared/story/state'
import {
  isKnownToAll,
  MAX_STANDING,
  MIN_STANDING,
  prerequisitesOf,
  questName,
  questOf,
  type QuestStatus,
  relationshipOf
} from '../../shared/story/story-state'
import { type VerbOutcome, type Write, move } from './outcome'
import { DM, nameOf, party } from './people'
import { questChange, withoutStop } from '../../shared/words/change-words'
import type { Scribe } from './scribe'
import type { VerbCall } from './verb-call'

/** An entry as a map. Older campaigns may have a bare text. */
const asMap = (entry: Json | undefined): JsonObject => (isObject(entry) ? entry : { name: entry ?? '' })
const withQuest = (state: GameState, id: string, fields: JsonObject): GameState => ({
  ...state,
  quests: { ...state.quests, [id]: { ...asMap(own(state.quests, id)), ...fields } }
})

/** Starts a quest. SPEC.md S9. */
export function startQuest({ state, text, scribe }: VerbCall): VerbOutcome {
  const id = text('quest')
  const after = withQuest(state, id, { status: 'active' })
  const name = questName(own(state.quests, id), id)
  return move(after, `The quest “${name}” begins`, 'The quest is active.', questEntries(after, [{ id, name, status: 'active', done: [] }], scribe))
}

/** Marks an objective as done; the parameter is `quest/objective`. SPEC.md S9. */
export function advanceQuest({ state, text, scribe }: VerbCall): VerbOutcome {
  const which = text('objective')
  const id = Object.keys(state.quests).find((quest) => which.startsWith(`${quest}/`)) ?? ''
  const objective = which.slice(id.length + 1)
  const objectives = questOf(state, id)?.objectives ?? []
  const name = questName(own(state.quests, id), id)
  const what = objectives.find((one) => one.id === objective)?.text ?? objective
  const after = withQuest(state, id, { objectives: withDone(asMap(own(state.quests, id))['objectives'], objectives, [objective]) })
  return move(after, `${name}: ${what}`, 'The objective is done.', questEntries(after, [{ id, name, done: [what] }], scribe))
}

/** The objectives with some of them marked as done. Custom fields are kept. */
function withDone(before: Json | undefined, all: NonNullable<ReturnType<typeof questOf>>['objectives'], ids: readonly string[]): JsonObject {
  return Object.fromEntries(
    all.map(({ id, text, done }) => {
      const entry = isObject(before) ? own(before, id) : undefined
      return [id, { ...(isObject(entry) ? entry : { text }), ...(done || ids.includes(id) ? { done: true } : {}) }]
    })
  )
}

/**
 * Ends an active quest; a log entry tells everybody the outcome. Throws Problem `refused` if the facts say otherwise, unless an event that is over ends it
 * so. SPEC.md S9.
 */
export function closeQuest({ state, call, text, scribe, documents }: VerbCall): VerbOutcome {
  const [outcome, status] = [text('outcome'), text('how')]
  const ends = documents.story.filter((event) => isOver(event, state)).flatMap((event) => event.outcomes)
  const isSettled = ends.some(({ completes, fails }) => Object.hasOwn(status === 'failed' ? fails : completes, text('quest')))
  if (!isSettled) refuseAgainstFacts(state, text('quest'), status)
  const after = withQuest(state, text('quest'), { status, outcome })
  return move(after, outcome, `The quest is ${status}.`, [scribe.entry('system', outcome, { action: call.action })])
}

/** Throws Problem `refused` if a quest names facts for such an end and they don't hold. */
function refuseAgainstFacts(state: GameState, id: string, status: string): void {
  const { name = id, doneWhen = [], failsWhen = [] } = questOf(state, id) ?? {}
  const missing = (status === 'failed' ? failsWhen : doneWhen).filter((fact) => !holds(state.facts, [fact]))
  if (missing.length === 0) return
  const words = missing.map((fact) => (fact.startsWith('!') ? `the fact “${fact.slice(1)}” must no longer hold` : `the fact “${fact}” is missing`))
  const otherwise = status === 'failed' || failsWhen.length > 0 ? 'Play on until it is so.' : 'Play on until it is so, or close the quest as failed.'
  throw new Problem('refused', `The quest “${name}” ${status === 'failed' ? "hasn't failed" : "isn't completed"}: ${listed(words)}. ${otherwise}`, {
    quest: id
  })
}

/** Changes how one character feels about another. SPEC.md S9. */
export function changeRelationship({ state, params, text }: VerbCall): VerbOutcome {
  const [from, to, by] = [text('from'), text('to'), Number(params['by'])]
  const known = Object.keys(state.relationships).find((one) => {
    const ends = relationshipOf(state, one)
    return ends?.from === from && ends.to === to
  })
  const id = known ?? freeName(`${slug(from)}-${slug(to)}`, (name) => Object.hasOwn(state.relationships, name))
  const value = Math.max(MIN_STANDING, Math.min(MAX_STANDING, (relationshipOf(state, id)?.value ?? 0) + by))
  const relation = { ...(known === undefined ? { from, to, type: 'KNOWS' } : asMap(own(state.relationships, id))), value }
  const after = { ...state, relationships: { ...state.relationships, [id]: relation } }
  return move(after, `${nameOf(state, from)} feels ${by < 0 ? 'colder' : 'warmer'} towards ${nameOf(state, to)}`, `It is now ${value}.`)
}

/** Quests that their facts don't change, with those facts. Both objects keep their identity as long as nothing changes them. */
const unmovedQuests = new WeakMap<GameState['quests'], GameState['facts']>()

/** A quest whose status or objectives have changed, with the texts of the objectives that are done now. */
interface MovedQuest {
  id: string
  name: string
  status?: QuestStatus
  done: string[]
}

/** Updates quests by their facts, and threads opened or closed with the beat's number. The same state if nothing changes. SPEC.md S10. */
export function settleStory(before: GameState, after: GameState, beat: number): { state: GameState; moved: MovedQuest[] } {
  const threads = stampedThreads(before, after, beat)
  const state = threads === after.threads ? after : { ...after, threads }
  if (unmovedQuests.get(after.quests) === after.facts) return { state, moved: [] }
  const moved: MovedQuest[] = []
  const quests: GameState['quests'] = {}
  for (const [id, entry] of Object.entries(after.quests)) {
    const fields = isObject(entry) ? fieldsByFacts(after, id, entry) : undefined
    if (!fields || !isObject(entry)) continue
    quests[id] = { ...entry, ...fields }
    const { status } = fields
    const objectives = (questOf(after, id)?.objectives ?? []).filter(({ done }) => !done).map(({ id: one }) => one)
    const done = (questOf({ ...after, quests }, id)?.objectives ?? []).flatMap((one) => (one.done && objectives.includes(one.id) ? one.text : []))
    moved.push({ id, name: questName(entry, id), done, ...(typeof status === 'string' ? { status: status as QuestStatus } : {}) })
  }
  if (Object.keys(quests).length === 0) {
    unmovedQuests.set(after.quests, after.facts)
    return { state, moved }
  }
  return { state: { ...state, quests: { ...after.quests, ...quests } }, moved }
}

/** The fields of a quest that its facts change. A quest without a stored status derives it from its facts, so nothing is written. */
function fieldsByFacts(state: GameState, id: string, entry: JsonObject): JsonObject | undefined {
  const { status } = entry
  if (status !== 'inactive' && status !== 'active') return undefined
  const known = (facts: readonly string[]): boolean => facts.length > 0 && holds(state.facts, facts)
  const quest = questOf(state, id)
  if (!quest) return undefined
  if (status === 'inactive') {
    const isReady = prerequisitesOf(entry).every((other) => questOf(state, other)?.status === 'completed')
    return isReady && known(quest.startsWhen) ? { status: 'active' } : undefined
  }
  const objectives = entry['objectives']
  const reached = quest.objectives.flatMap((one) => {
    const raw = isObject(objectives) ? own(objectives, one.id) : undefined
    const when = isObject(raw) ? raw['done_when'] : undefined
    const facts = typeof when === 'string' ? [when] : Array.isArray(when) ? when.map(String) : []
    return !one.done && known(facts) ? [one.id] : []
  })
  const ticked: JsonObject = reached.length === 0 ? {} : { objectives: withDone(objectives, quest.objectives, reached) }
  const end: JsonObject = known(quest.failsWhen) ? { status: 'failed' } : known(quest.doneWhen) ? { status: 'completed' } : {}
  const fields = { ...ticked, ...end }
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** The threads with the beat in which they were opened or closed. */
function stampedThreads(before: GameState, after: GameState, beat: number): GameState['threads'] {
  if (before.threads === after.threads) return after.threads
  const stamped = Object.entries(after.threads).flatMap(([id, thread]): [string, Json][] => {
    const was = own(before.threads, id)
    if (was === thread || !isObject(thread)) return []
    const opened: JsonObject = was === undefined && thread['opened'] === undefined ? { opened: beat } : {}
    const isPaid = thread['open'] === false && thread['paid'] === undefined && !(isObject(was) && was['open'] === false)
    return [[id, { ...thread, ...opened, ...(isPaid ? { paid: beat } : {}) }]]
  })
  return stamped.length === 0 ? after.threads : { ...after.threads, ...Object.fromEntries(stamped) }
}

/** The log entries about quests that moved. Includes only quests that the whole party knows. */
export const questEntries = (state: GameState, moved: readonly MovedQuest[], scribe: Scribe): Write[] =>
  moved
    .filter(({ id }) => isKnownToAll(state, id, party(state)))
    .flatMap(({ name, status, done }) => [
      ...done.map((text) => `Done for the quest “${name}”: ${withoutStop(text)}.`),
      ...(status === undefined ? [] : questChange({ name, status }).map((words) => `The quest ${words}.`))
    ])
    .map((line) => scribe.entry('system', line, { by: DM, action: 'quest' }))
