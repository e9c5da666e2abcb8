import { own } from '../../../shared/json'
import type { SeenActor, View } from '../../../shared/agents'
import { shuffled, trait, type Chance } from './chance'
import { filled, frame, type Slots } from './frame'
import { forms, possessive, sentences } from './grammar'

/** Finds words that have not been used lately: it knows the log, and nothing else. */
export interface Voice {
  /** One sentence frame of the list with its slots filled; undefined when no frame fits the slots. `quarters`: of how many a scene makes use. */
  say(frames: readonly string[], slots: Slots, quarters?: number): string | undefined
  /** One of the source lines that has not been heard lately; undefined when all have. `quarters` as in `say`. */
  line(lines: readonly string[], quarters?: number): string | undefined
  /** Whether a source line is in the log. */
  heard(line: string): boolean
  readonly chance: Chance
}

/** Words of a frame that speak of a party. */
export const OF_SEVERAL =
  /\b(?:they|them|their|theirs|we|us|our|others?|each|both|between|everybody|everyone|anybody|anyone|agreed|yourselves|the rest of you|heads|none of)\b/i

/** In which order a scene comes to the quarters of a list: its own, that of the scene after the next, the next one's, the last one's. */
const ORDER = [0, 2, 1, 3]

/**
 * The voice of the character who sees `view`. A scene's log does not reach back into the scene before, so each of four scenes in a row
 * begins with its own quarter of a list, goes on with the one farthest off in time, and comes last to the quarters of its neighbours.
 */
export function voiceOf(view: View, chance: Chance): Voice {
  const texts = [...view.log.map((entry) => entry.text), ...view.private.map((entry) => entry.text), ...view.summaries.scenes]
  /** What has been chosen for this very beat: nothing is said twice in one breath. */
  const chosen: string[] = []
  const all = texts.join('\n').toLowerCase()
  const scene = view.scene?.number ?? view.summaries.scenes.length + 1
  const share = (text: string): number =>
    ORDER.indexOf((Math.floor(trait(text) * ORDER.length) + ORDER.length - (scene % ORDER.length)) % ORDER.length)
  const heard = (line: string): boolean => chosen.includes(line) || all.includes(line.toLowerCase().replace(/[.!?]+$/, ''))
  const unused = (text: string): boolean => {
    const { pattern, piece } = frame(text)
    return !chosen.includes(text) && !(all.includes(piece) && texts.some((old) => pattern.test(old)))
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
    say(frames, slots, quarters = ORDER.length) {
      const isFitting = (text: string): boolean => share(text) < quarters && frame(text).slots.every((name) => own(slots, name))
      // Of one alone nothing is said that takes several.
      const isOfOne = own(slots, 'alone') !== undefined
      const fits = shuffled(frames, chance).filter((text) => isFitting(text) && !(isOfOne && OF_SEVERAL.test(text)))
      const best = take(fits.toSorted((a, b) => share(a) - share(b)).find(unused))
      return best === undefined ? undefined : filled(frame(best), slots)
    }
  }
}

/** A person's words under a prefix: `n`, `ns`, `he` … for the first person, `m`, `ms`, `mhe` … for others. */
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

/** Up to `most` neighbouring sentences of a paragraph, from the first that has not been heard lately. */
export function passage(voice: Voice, text: string, most: number): string | undefined {
  const all = sentences(text)
  const first = all.findIndex((part) => !voice.heard(part))
  if (first < 0) return undefined
  const run = all.slice(first, first + most)
  const end = run.findIndex((part) => voice.heard(part))
  return (end < 0 ? run : run.slice(0, end)).join(' ')
}
