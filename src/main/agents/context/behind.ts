import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf, sceneFolder } from '../../../shared/story/layout'
import type { View } from '../../../shared/table/agents'
import { draft, type Draft, type Kind } from './budget'
import { defusedLine, setIn } from './fence'

/** The maximum number of story events, and of single scenes or sessions, in a context. */
const MAX_EVENTS = 6
const MAX_RECAPS = 12

/** The summaries of earlier scenes and sessions, the oldest first. Summaries that are the input of a due summary get their tokens first. */
export function summaryDrafts(view: View): Draft[] {
  const { closing, session: number } = view
  const { campaign, session, scenes, sessions = [] } = view.summaries
  const summary = (id: string, kind: Kind, title: string, source: string, text: string, why: string): Draft => {
    const due = closing === 'campaign' || (closing === 'session' && kind === 'recap')
    return draft('warm', `summary:${id}`, title, source, setIn(text).split('\n'), why, { kind: due ? 'due' : kind })
  }
  const scene = (text: string, n: number): Draft => {
    const source = `${sceneFolder(number, n)}/${fileName('sceneSummary')}`
    return summary(`scene-${n}`, 'recap', `Scene ${n} of this session`, source, text, 'an earlier scene of this session')
  }
  const earlier = (text: string, n: number): Draft =>
    summary(`session-${n}`, 'recap', `Session ${n}`, pathOf('sessionSummary', { session: String(n) }), text, 'an earlier session, due for a summary')
  const ofSession = pathOf('sessionSummary', { session: String(number) })
  return [
    ...(campaign === undefined
      ? []
      : [summary('campaign', 'campaign', 'The campaign so far', pathOf('summary'), campaign, 'what happened in earlier sessions')]),
    ...latest(sessions, earlier),
    ...latest(scenes, scene),
    ...(session === undefined ? [] : [summary('session', 'session', 'This session', ofSession, session, 'what happened in this session')])
  ]
}

/** Drafts of the last `MAX_RECAPS` texts, numbered from 1. Later ones are more urgent. */
function latest(texts: readonly string[], draftOf: (text: string, n: number) => Draft): Draft[] {
  const first = Math.max(0, texts.length - MAX_RECAPS)
  return texts.slice(first).map((text, at) => ({ ...draftOf(text, first + at + 1), urgency: at }))
}

/** The entries of a character's own timeline. */
export function lifeDraft({ who, life }: View): Draft[] {
  if (!life) return []
  const why = (fitted: number): string => `the last ${fitted} entries of your own timeline`
  const source = `${actorFolder('player', who)}/${fileName('timeline')}`
  return [draft('warm', `life:${who}`, 'Your life so far', source, life.map(setIn), why, { keep: 'last' })]
}

/** The story events that can be played now, for the DM. The event of this scene comes first. */
export function eventDrafts(view: View): Draft[] {
  const ready = (view.story ?? []).filter((event) => event.id === view.scene?.story || (event.ready && !event.done))
  return ready
    .toSorted((a, b) => Number(b.id === view.scene?.story) - Number(a.id === view.scene?.story) || a.order - b.order)
    .slice(0, MAX_EVENTS)
    .map((event) => {
      const parts = [
        `${defusedLine(event.title)}${event.id === event.title ? '' : ` (${event.id})`}, at ${defusedLine(own(view.places, event.place) ?? event.place)}`,
        `Aim: ${setIn(event.aim)}`,
        ...(event.done_when.length > 0 ? [`It is over when: ${event.done_when.map(defusedLine).join(', ')}`] : []),
        ...(event.isPrepared ? ['It has a prepared scene: play it with run_scene.'] : []),
        ...(event.body === '' ? [] : [setIn(event.body)]),
        ...event.opening.slice(0, 1).map((text) => `It may open like this: ${setIn(text)}`),
        ...event.closing.slice(0, 1).map((text) => `It may close like this: ${setIn(text)}`)
      ]
      const why = event.id === view.scene?.story ? 'the story event of this scene' : 'a story event that is ready'
      return draft('warm', `event:${event.id}`, event.title, pathOf('storyEvent', { id: event.id }), parts, why)
    })
}
