import { own } from '../../../shared/base/json'
import type { SeenActor, View } from '../../../shared/table/agents'
import { shuffled, trait, type Chance } from './chance'
import { filled, frame, type Slots } from './frame'
import { forms, possessive, sentences } from './grammar'

/** Chooses texts that have not been used recently. It knows only the log. */
export interface Voice {
  /** One sentence frame of a list with its slots filled; undefined if no unused frame fits the slots. */
  say(frames: readonly string[], slots: Slots): string | undefined
  /** One of the lines that has not been used recently; undefined if all have. `quarters`: how many quarters of the list a scene uses. */
  line(lines: readonly string[], quarters?: number): string | undefined
  heard(line: string): boolean
  readonly chance: Chance
}

/** Matches words of a frame that mean several characters. */
export const OF_SEVERAL =
  /\b(?:they|them|their|theirs|we|us|our|others?|each|both|between|everybody|everyone|anybody|anyone|agreed|yourselves|the rest of you|heads|none of)\b/i

/** The order in which a scene uses the quarters of a list: its own, that of the scene after the next, the next one's, the previous one's. */
const ORDER = [0, 2, 1, 3]

/**
 * The voice of the character who sees `view`. A scene's log does not contain the earlier scenes. So each of four scenes in a row begins with its own
 * quarter of a list, continues with the quarter that is farthest off in time, and uses the quarters of its neighbours last.
 */
export function voiceOf(view: View, chance: Chance): Voice {
  const texts = [...view.log.map((entry) => entry.text), ...view.private.map((entry) => entry.text), ...view.summaries.scenes]
  /** The texts chosen for this beat, so that none is used twice. */
  const chosen: string[] = []
  // Most beats say nothing.
  let joined: string | undefined
  const isIn = (piece: string): boolean => (joined ??= texts.join('\n').toLowerCase()).includes(piece)
  const scene = view.scene?.number ?? view.summaries.scenes.length + 1
  const share = (text: string): number =>
    ORDER.indexOf((Math.floor(trait(text) * ORDER.length) + ORDER.length - (scene % ORDER.length)) % ORDER.length)
  const heard = (line: string): boolean => chosen.includes(line) || isIn(line.toLowerCase().replace(/[.!?]+$/, ''))
  const unused = (text: string): boolean => {
    const { pattern, piece } = frame(text)
    return !chosen.includes(text) && !(isIn(piece) && texts.some((old) => pattern.test(old)))
  }
  const take = (text: string | undefined): string | undefined => {
    if (text !== undefined) chosen.push(text)
    return text
  }

  return {
    chance,
    heard,
    line(lines, quarters = ORDER.length) {
      return take(
        shuffled(lines, chance)
          .toSorted((a, b) => share(a) - share(b))
          .find((text) => text.trim() !== '' && share(text) < quarters && !heard(text))
      )
    },
    say(frames, slots) {
      const isFitting = (text: string): boolean => frame(text).slots.every((name) => own(slots, name))
      // A single character gets no frame about several.
      const isOfOne = own(slots, 'alone') !== undefined
      const fits = shuffled(frames, chance).filter((text) => isFitting(text) && !(isOfOne && OF_SEVERAL.test(text)))
      const best = take(fits.toSorted((a, b) => share(a) - share(b)).find(unused))
      return best === undefined ? undefined : filled(frame(best), slots)
    }
  }
}

/** The slots of a person under a prefix: `n`, `ns`, `he` … for the first person, `m`, `ms`, `mhe` … for others. */
export function person(prefix: 'n' | 'm' | 'o', actor: Pick<SeenActor, 'name' | 'pronoun'> | undefined): Slots {
  if (!actor) return {}
  const { subject, object, own, self } = forms(actor.pronoun)
  const p = prefix === 'n' ? '' : prefix
  return {
    [prefix]: actor.name,
    [`${prefix}s`]: possessive(actor.name),
    [`${p}he`]: subject,
    [`${p}him`]: object,
    [`${p}his`]: own,
    [`${p}himself`]: self,
    [`${p}many`]: actor.pronoun === 'they' ? 'yes' : undefined
  }
}

/** Up to `most` consecutive sentences of a paragraph, from the first one that has not been used recently. */
export function passage(voice: Voice, text: string, most: number): string | undefined {
  const all = sentences(text)
  const first = all.findIndex((part) => !voice.heard(part))
  if (first < 0) return undefined
  const run = all.slice(first, first + most)
  const end = run.findIndex((part) => voice.heard(part))
  return (end < 0 ? run : run.slice(0, end)).join(' ')
}
