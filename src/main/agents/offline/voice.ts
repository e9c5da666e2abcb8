import type { SeenActor, View } from '../../../shared/agents'
import { shuffled, trait, type Chance } from './chance'
import { filled, frame, type Slots } from './frame'
import { forms, possessive, sentences } from './grammar'

/** Finds words that have not been used lately: it knows the log, and nothing else. */
export interface Voice {
  /** One sentence frame of the list with its slots filled; undefined when no frame fits the slots. */
  say(frames: readonly string[], slots: Slots): string | undefined
  /** One of the source lines that has not been heard lately; undefined when all have. */
  line(lines: readonly string[]): string | undefined
  /** Whether a source line is in the log. */
  heard(line: string): boolean
  readonly chance: Chance
}

/** The voice of whoever sees `view`. Neighbouring scenes prefer different halves of a list, since each sees only its own log. */
export function voiceOf(view: View, chance: Chance): Voice {
  const texts = [...view.log.map((entry) => entry.text), ...view.private.map((entry) => entry.text)]
  /** What has been chosen for this very beat: nothing is said twice in one breath. */
  const chosen: string[] = []
  const all = texts.join('\n').toLowerCase()
  const half = (view.scene?.number ?? 0) % 2
  const ours = (text: string): boolean => Math.floor(trait(text) * 2) === half
  const heard = (line: string): boolean => chosen.includes(line) || all.includes(line.toLowerCase().replace(/[.!?]+$/, ''))
  const unused = (text: string): boolean => !chosen.includes(text) && !texts.some((old) => frame(text).pattern.test(old))
  const take = (text: string | undefined): string | undefined => {
    if (text !== undefined) chosen.push(text)
    return text
  }

  return {
    chance,
    heard,
    line(lines) {
      const left = shuffled(lines, chance).filter((text) => text.trim() !== '' && !heard(text))
      return take(left.find(ours) ?? left[0])
    },
    say(frames, slots) {
      const fresh = shuffled(frames, chance).filter((text) => frame(text).slots.every((name) => slots[name]) && unused(text))
      const best = take(fresh.find(ours) ?? fresh[0])
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
