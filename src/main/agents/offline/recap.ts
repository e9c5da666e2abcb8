import type { View } from '../../../shared/table/agents'
import { sentence, sentences } from './grammar'
import { actionsIn } from './read'
import { linesUnder, spread } from './summary'

/** The maximum number of actions in a scene's recap, and of sentences in the recap of a session or campaign. */
const MAX_ACTIONS = 4
const MAX_SENTENCES = 8
const NOTHING = 'Nothing that everybody saw was written down.'

/** The recap of what is being summarised: only what was said and done in front of all players. */
export function recap(view: View): string {
  const { scenes, session, sessions = [] } = view.summaries
  const text =
    view.closing === 'session'
      ? joined(scenes)
      : view.closing === 'campaign'
        ? joined([...sessions, ...(session === undefined ? scenes : [session])])
        : sceneRecap(view)
  return text.trim() === '' ? NOTHING : text
}

/** The scene's title, some of its actions, evenly spread, and its outcome. */
function sceneRecap({ scene, log }: View): string {
  const ending = log.findLast((entry) => entry.kind === 'scene' && entry !== log[0])
  const lines = [scene ? `${scene.title}.` : '', ...spread(actionsIn(log), MAX_ACTIONS).map((entry) => firstSentence(entry.text)), ending?.text ?? '']
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(sentence)
    .join(' ')
}

/** The recaps of the parts, each shortened to some of its sentences if there are many. */
function joined(texts: readonly string[]): string {
  const recaps = texts.map((text) => sentences(linesUnder(text, 'Recap').join(' '))).filter((lines) => lines.length > 0)
  const each = Math.max(1, Math.floor(MAX_SENTENCES / Math.max(1, recaps.length)))
  return recaps
    .slice(-MAX_SENTENCES)
    .flatMap((lines) => spread(lines, each))
    .join(' ')
}

const firstSentence = (text: string): string => (text.includes('“') || text.includes('"') ? text : (sentences(text)[0] ?? text))
