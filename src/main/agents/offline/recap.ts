import { own } from '../../../shared/base/json'
import { listed } from '../../../shared/words/labels'
import type { LogEntry } from '../../../shared/story/play'
import type { View } from '../../../shared/table/agents'
import { factsOf, nameIn, short } from '../scene-record'
import { concessions } from './disagree'
import { sentence, sentences } from './grammar'
import { actionsIn } from './read'
import { linesUnder } from './summary-parts'
import { placesOf } from './summary'

/** The maximum number of actions in a scene's recap, and of scenes in the campaign's. */
const MAX_ACTIONS = 4
const MAX_SCENES = 10
const NOTHING = 'Nothing that everybody saw was written down.'

/** The actions whose entries tell everybody that a quest moved or a thread was closed. */
const MOVES: ReadonlySet<string> = new Set(['quest', 'close_quest', 'close_thread'])

/**
 * The recap of what is being summarised: only what was said and done in front of all players. The recap of a scene has a line for its course, one for
 * quests and threads if some moved, and one for its outcome; the longer recaps have a line for each scene.
 */
export function recap(view: View): string {
  const { scenes, session, sessions = [] } = view.summaries
  const lines =
    view.closing === 'scene' || view.closing === undefined
      ? sceneRecap(view)
      : view.closing === 'session'
        ? scenes.flatMap(ofScene)
        : spread([...sessions.flatMap(recapOf), ...(session === undefined ? scenes.flatMap(ofScene) : recapOf(session))], MAX_SCENES)
  const text = lines.filter((line) => line !== '').join('\n')
  return text === '' ? NOTHING : text
}

function sceneRecap(view: View): string[] {
  const { scene, log, story = [] } = view
  const ending = log.findLast((entry) => entry.kind === 'scene' && entry !== log[0])
  const isMove = ({ action = '' }: LogEntry): boolean => MOVES.has(action)
  const actions = spread(
    actionsIn(log).filter((entry) => !isMove(entry)),
    MAX_ACTIONS
  ).map((entry) => (entry.action === 'choose_option' ? `${nameIn(view, entry.by)} made this choice: ${entry.text}` : firstSentence(entry.text)))
  const dead = factsOf(view).fell.flatMap(({ who, now }) => (now === 'dead' && own(view.cast, who) ? nameIn(view, who) : []))
  const closings = story.flatMap(({ closing }) => closing.find((line) => log.some(({ text }) => text.includes(line))) ?? [])
  return [
    [scene ? `In “${scene.title}” the party was at ${listed(placesOf(view))}.` : '', ...actions, ...concessions(view)],
    actionsIn(log)
      .filter(isMove)
      .map(({ text }) => text),
    [
      dead.length === 0 ? '' : `${listed(dead)} ${dead.length === 1 ? 'is' : 'are'} dead.`,
      ...closings.filter((line) => !ending?.text.includes(line)).map(short),
      ending?.text ?? ''
    ]
  ].flatMap((parts) => {
    const said = parts.map((part) => part.trim()).filter((part) => part !== '')
    return said.length === 0 ? [] : said.map(sentence).join(' ')
  })
}

const recapOf = (text: string): string[] => linesUnder(text, 'Recap')

/** A scene's recap in one line: how it began, which quests and threads moved, and its outcome. */
function ofScene(text: string): string[] {
  const [first = '', ...rest] = recapOf(text)
  const opening = sentences(first)
  const outcome = rest.at(-1)
  const end = outcome === undefined ? opening.slice(1).slice(-1) : [...rest.slice(0, -1), ...sentences(outcome).slice(0, 3)]
  return first === '' ? [] : [[opening[0] ?? first, ...end].join(' ')]
}

const firstSentence = (text: string): string => (text.includes('“') || text.includes('"') ? text : (sentences(text)[0] ?? text))

/** At most `most` entries of a list: the last one if only one, otherwise the first, the last and evenly spaced ones. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  const at = Array.from({ length: most }, (_, i) => (most === 1 ? list.length - 1 : Math.round((i * (list.length - 1)) / (most - 1))))
  return at.flatMap((i) => list[i] ?? [])
}
