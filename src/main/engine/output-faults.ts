import { isObject, own, type Json } from '../../shared/base/json'
import { type NarratorViolation, pathWords } from '../../shared/narrator/check'
import { FOLLOW_UP } from '../../shared/narrator/follow-up'
import type { NarratorOutput, SceneTreeNarration } from '../../shared/narrator/output'
import { perhaps } from '../../shared/base/suggest'
import type { GameState } from '../../shared/story/state'

/**
 * The violations in a well-formed output that depend on this story: a player who speaks, at any depth; a voice whose source is no narrative; a place
 * that doesn't exist. `narratives` are ids.
 */
export function outputFaults(
  { dialogue = [], scene }: Pick<NarratorOutput, 'dialogue' | 'scene'>,
  { actors, places }: Pick<GameState, 'actors' | 'places'>,
  narratives: readonly string[]
): NarratorViolation[] {
  const faults: NarratorViolation[] = []
  const wrong = (keys: readonly string[], message: string): void => void faults.push({ path: pathWords(keys), rule: 'shape', message })
  const checkSpeaker = (keys: readonly string[], speaker: string | undefined): void => {
    if (speaker === undefined || own(actors, speaker)?.kind !== 'player') return
    wrong([...keys, 'speaker'], `${speaker} is a player, who speaks at their own turn. Leave out the speaker, or name another character.`)
  }
  const checkText = (keys: readonly string[], { speaker, clickable = {} }: Pick<SceneTreeNarration, 'speaker' | 'clickable'>): void => {
    checkSpeaker(keys, speaker)
    for (const [words, { response }] of Object.entries(clickable)) {
      const answer = [...keys, 'clickable', words, 'response']
      if (response) checkText(answer, response)
      if (response?.then) checkText([...answer, FOLLOW_UP], response.then)
    }
  }
  const checkPlace = (keys: readonly string[], id: string): void => {
    if (own(places, id) === undefined) wrong(keys, `There is no place "${id}".${perhaps(id, Object.keys(places))} Use the id of one that exists.`)
  }
  dialogue.forEach(({ speaker }, i) => checkSpeaker(['dialogue', `${i}`], speaker))
  if (!('narration' in scene)) return faults
  checkPlace(['scene', 'location', 'place'], scene.location.place)
  scene.narration.forEach((text, i) => checkText(['scene', 'narration', `${i}`], text))
  const known = new Set(narratives)
  scene.voices.forEach((voice, i) => {
    checkText(['scene', 'voices', `${i}`], voice)
    if (known.has(voice.source)) return
    const hint = perhaps(voice.source, known)
    wrong(['scene', 'voices', `${i}`, 'source'], `There is no narrative "${voice.source}".${hint} Use the id of one, or leave out the voice.`)
  })
  for (const exit of ['travel', 'wait'] as const)
    scene.exits?.[exit]?.destinations?.forEach((id, i) => checkPlace(['scene', 'exits', exit, 'destinations', `${i}`], id))
  return faults
}

/** The ids of the narratives that mutations create. */
export const newNarratives = (mutations: readonly Json[]): string[] =>
  mutations.flatMap((one) => {
    const payload = isObject(one) && own(one, 'type') === 'new_narrative' ? own(one, 'payload') : undefined
    const id = isObject(payload) ? own(payload, 'id') : undefined
    return typeof id === 'string' ? [id] : []
  })
