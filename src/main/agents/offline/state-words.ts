import { own } from '../../../shared/base/json'
import { listed } from '../../../shared/words/labels'
import type { SeenActor, View } from '../../../shared/table/agents'
import { placeName, small } from './grammar'
import { partyOf } from './read'
import { breathOf, bodyOf } from './temper'

const NUMBERS =
  'twelve one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine'.split(
    ' '
  )
const number = (n: number): string => NUMBERS[n] ?? String(n)

/** The campaign's time of day in words: "ten past six in the evening". */
export function clockWords({ at }: Pick<View, 'at'>): string {
  const [, hours = '12', minutes = '00'] = /T(\d\d):(\d\d)/.exec(at) ?? []
  const all = Math.round((Number(hours) * 60 + Number(minutes)) / 5) * 5
  const [hour, minute] = [Math.floor(all / 60) % 24, all % 60]
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon'
  const isLate = minute > 30
  const part = hour < 4 || hour >= 22 ? 'at night' : hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening'
  const left = isLate ? 60 - minute : minute
  const step = left === 15 ? 'a quarter' : left === 30 ? 'half' : number(left)
  const name = number((hour + (isLate ? 1 : 0)) % 12)
  return minute === 0 ? `${name} o’clock ${part}` : `${step} ${isLate ? 'to' : 'past'} ${name} ${part}`
}

/** The conditions of an actor that care would end, by name. A light that burns or a lent hand is no injury. */
export const ailments = (view: View, { conditions, canAct }: SeenActor): string[] =>
  Object.entries(conditions).flatMap(([id, name]) => (!canAct || (own(view.guide.conditions, id)?.care.length ?? 0) > 0 ? name.toLowerCase() : []))

const HURT = ['badly hurt', 'hurt'] as const
/** How a character is: the worst first; undefined for a scratch. */
function healthOf(view: View, actor: SeenActor): string | undefined {
  if (!actor.canAct) return 'down'
  const worst = Math.min(breathOf(actor), bodyOf(actor))
  const hurt = worst < 0.35 ? HURT[0] : worst < 0.75 ? HURT[1] : undefined
  const ill = ailments(view, actor)
  if (hurt === undefined && ill.length === 0) return worst < 1 ? undefined : 'unhurt'
  return listed([...(hurt ? [hurt] : []), ...ill])
}

/** Who of some characters is badly hurt or down, as a sentence; undefined if nobody is. The results have told about the rest. */
export function healthWords(view: View, actors: readonly SeenActor[]): string | undefined {
  const groups = new Map<string, string[]>()
  for (const actor of actors) {
    const words = healthOf(view, actor)
    if (words !== undefined) groups.set(words, [...(groups.get(words) ?? []), actor.name])
  }
  const rank = (words: string): number => (words === 'down' ? 0 : words.startsWith(HURT[0]) ? 1 : 2)
  const clauses = [...groups]
    .filter(([words]) => words === 'down' || words.startsWith(HURT[0]))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([words, all]) => `${listed(all)} ${all.length === 1 ? 'is' : 'are'} ${words}`)
  return clauses.length === 0 ? undefined : `${clauses.join('; ')}.`
}

/** What the DM says of a hostile character. */
export const HOSTILE = ' is here, and hostile'

/** The look of a character, to be used inside a sentence. */
export const looks = (actor: Pick<SeenActor, 'public'>): string => small(actor.public.trim().replace(/[.]+$/, ''))

/** The members of the party who can act and are at the shown place, otherwise all who can act, otherwise all: their names as a list. */
export function companyWords(view: View): string {
  const able = partyOf(view).filter(({ canAct }) => canAct)
  const here = able.filter(({ location }) => location === view.place?.id)
  const all = here.length > 0 ? here : able.length > 0 ? able : view.actors.filter(({ id }) => view.party.includes(id))
  return listed(all.map(({ name }) => name)) || 'Nobody'
}

/** "is" or "are", for the names of `companyWords`. */
export const isOrAre = (company: string): string => (/ and |, /.test(company) ? 'are' : 'is')

export const hereWords = (view: View): string => placeName(view.place?.name ?? 'an unknown place')
