import type { View } from '../../../shared/table/agents'
import { sentence, sentences } from './grammar'
import { actionsIn } from './read'

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
  const recaps = texts.map((text) => sentences(recapSection(text))).filter((lines) => lines.length > 0)
  const each = Math.max(1, Math.floor(MAX_SENTENCES / Math.max(1, recaps.length)))
  return recaps
    .slice(-MAX_SENTENCES)
    .flatMap((lines) => spread(lines, each))
    .join(' ')
}

/** The text under the recap heading of a summary; '' without one. */
function recapSection(text: string): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => /^#+\s+recap\s*$/i.test(line))
  if (from < 0) return ''
  const to = lines.findIndex((line, at) => at > from && line.startsWith('#'))
  return lines.slice(from + 1, to < 0 ? undefined : to).join(' ')
}

const firstSentence = (text: string): string => (text.includes('“') || text.includes('"') ? text : (sentences(text)[0] ?? text))

/** At most `most` entries of a list: the last one if only one, otherwise the first, the last and evenly spaced ones. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  if (most === 1) return list.slice(-1)
  const picked = Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))])
  return picked.filter((one) => one !== undefined)
}
