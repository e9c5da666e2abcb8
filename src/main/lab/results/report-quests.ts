import type { LabReport, NeverExercised } from '../../../shared/lab/report'
import { own } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import { questName, questOf } from '../../../shared/story/story-state'

type QuestSubject = Omit<NeverExercised, 'needs'>

const FILE = 'world/STATE.yaml'
const GIVEN = ' given'
const ENDED = ' ended'

/** What can come about with the quests: those that nobody has yet are given, and those that are open end. `text`: of the file with the quests. */
export function questSubjects(state: GameState, text: string): QuestSubject[] {
  const lines = text.split('\n')
  return Object.keys(state.quests).flatMap((id) => {
    const status = questOf(state, id)?.status
    const line =
      1 +
      Math.max(
        0,
        lines.findIndex((one) => [id, `'${id}'`, `"${id}"`].some((key) => one.trim().startsWith(`${key}:`)))
      )
    const subject = (what: string): QuestSubject => ({
      kind: 'quest',
      id: `${id}${what}`,
      label: `${questName(own(state.quests, id), id)}:${what}`,
      place: { path: FILE, line }
    })
    return [...(status === 'inactive' ? [subject(GIVEN)] : []), ...(status === 'inactive' || status === 'active' ? [subject(ENDED)] : [])]
  })
}

/** How many sessions gave quests and ended them, by the ids of their subjects; of those that no session did there is nothing. */
export function questTimes(outcomes: LabReport['outcomes']): Map<string, number> {
  const times = new Map<string, number>()
  const add = (id: string, n: number): unknown => times.set(id, Math.max(times.get(id) ?? 0, n))
  for (const { of, id, mark, share } of outcomes) {
    if (of !== 'quest' || mark.kind !== 'outcome') continue
    // What has ended was given, if only in the same beat.
    add(`${id}${GIVEN}`, share.count)
    if (mark.value === 'completed' || mark.value === 'failed') add(`${id}${ENDED}`, share.count)
  }
  return times
}

/** How the sentences about quests name what they need. `until`: a fact with what could set it, as a clause. `some`: a number of sessions. */
interface QuestWords {
  until: (fact: string) => string
  some: (n: number) => string
}

/** What a quest would need to be given or to end, in sentences. */
export function questNeeds(state: GameState, subject: string, times: ReadonlyMap<string, number>, { until, some }: QuestWords): string[] {
  const id = subject.slice(0, subject.lastIndexOf(' '))
  const quest = questOf(state, id)
  if (!quest) return []
  if (subject.endsWith(GIVEN)) {
    const before = quest.prerequisites.map((one) => {
      const isDone = questOf(state, one)?.status === 'completed'
      return isDone ? [] : [`It comes after “${questName(own(state.quests, one), one)}”, which ${some(times.get(`${one}${ENDED}`) ?? 0)} ended.`]
    })
    const giver = quest.giver === undefined ? '' : `; ${own(state.actors, quest.giver)?.name ?? quest.giver} gives it`
    const needs = [...before.flat(), ...quest.startsWhen.map((fact) => `It begins only once ${until(fact)}.`)]
    return needs.length > 0 ? needs : [`Nobody gave it${giver}.`]
  }
  const given = quest.status === 'active' ? undefined : (times.get(`${id}${GIVEN}`) ?? 0)
  if (given === 0) return ['It was never given.']
  const ends = [
    ...quest.doneWhen.map((fact) => `It is completed once ${until(fact)}.`),
    ...quest.failsWhen.map((fact) => `It fails once ${until(fact)}.`)
  ]
  return [...(given === undefined ? [] : [`${some(given)} gave it.`]), ...(ends.length > 0 ? ends : ['Only the DM or a rule can end it.'])]
}
