import { type Draft, fill, isDead } from 'proscenium'

const DAY = 24 * 60

/** Minute of the day, 0 to 1439, in campaign time. */
function minuteOfDay(state: GameState): number {
  const [, hours = '0', minutes = '0'] = /T(\d\d):(\d\d)/.exec(state.clock.start) ?? []
  return (Number(hours) * 60 + Number(minutes) + state.clock.minutes) % DAY
}
export type Watch = 'morning' | 'afternoon' | 'night'
/** Which of the day's three watches it is. They begin at five, at one and at nine. */
export function watchOf(state: GameState): Watch {
  const hour = minuteOfDay(state) / 60
  return hour < 5 || hour >= 21 ? 'night' : hour < 13 ? 'morning' : 'afternoon'
}
/** Minutes until the present watch is over. */
export function leftOfWatch(state: GameState): number {
  const now = minuteOfDay(state)
  const ends = { morning: 13, afternoon: 21, night: 5 }[watchOf(state)] * 60
  return (ends - now + DAY) % DAY || DAY / 3
}

/** A character eats one of their own rations. Returns false if they have none. */
export function eat(draft: Draft, id: string): boolean {
  const { inventory } = draft.actor(id)
  const key = Object.keys(inventory).find((each) => inventory[each]?.item === 'ration')
  if (key === undefined) return false
  draft.removeItem(id, key, 1)
  return true
}
/** A character who has eaten isn't hungry before the same time tomorrow. */
export const fed = (draft: Draft, id: string): void => draft.put(['actors', id, 'tags', 'fed'], draft.state.clock.minutes)

/** Lets time pass for `ids`. A character who hasn't eaten for a day eats a ration or goes hungry. In a settlement there is soup. */
export function spend(draft: Draft, minutes: number, ids: readonly string[]): void {
  draft.passTime(minutes)
  const hungry: string[] = []
  for (const id of ids) {
    const { tags, location, name } = draft.actor(id)
    const last = typeof tags['fed'] === 'number' ? tags['fed'] : 0
    if (draft.state.clock.minutes - last < DAY || isDead(draft.state, id)) continue
    if (draft.state.places[location]?.tags['settlement'] === true || eat(draft, id)) fed(draft, id)
    else if (!draft.hasCondition(id, 'deprived')) {
      draft.addCondition(id, 'deprived')
      hungry.push(name)
    }
  }
  if (hungry.length > 0) draft.say(fill('$P [P:has|have] not eaten for a day, and [P:feels|feel] it in the knees.', { P: hungry }))
}
