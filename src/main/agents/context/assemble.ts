import type { View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import type { Context, TableSettings } from '../../../shared/turns'
import { fit, type Draft } from './budget'
import { digestOf } from './digest'
import { defusedLine, setIn } from './fence'
import { logDraft, nowDraft, placeDrafts, sceneFolder, turnDrafts } from './moment'
import { peopleDrafts } from './people'
import { DM_ROLE, PLAYER_ROLE, RULES, STYLE } from './prompts'
import { shapesOf } from './shapes'
import { tokensOf } from './tokens'

/**
 * Everything one agent is told at the beginning of a turn: what changes least stands first, so that the beginning stays the
 * same from turn to turn. Each tier keeps to its tokens whatever the campaign's size; what did not fit is listed with the reason.
 * A function of its arguments alone.
 */
export function assemble(view: View, offers: readonly Offer[], { tiers, k }: Pick<TableSettings, 'tiers' | 'k'>): Context {
  const drafts = [
    ...frameDrafts(view),
    ...summaryDrafts(view),
    ...eventDrafts(view),
    ...lifeDraft(view),
    ...placeDrafts(view),
    ...peopleDrafts(view),
    ...logDraft(view, k),
    ...turnDrafts(view),
    nowDraft(view, offers)
  ]
  const pieces = fit(drafts, tiers)
  const tools = shapesOf(offers)
  const kept = pieces.filter((piece) => piece.kept)
  const shown = tools.map(({ name, description, input_schema }) => JSON.stringify({ name, description, input_schema }))
  return {
    who: view.who,
    beat: view.beat + 1,
    pieces,
    tools,
    budget: tiers.frame + tiers.hot + tiers.warm + tiers.cold,
    tokens: kept.reduce((sum, piece) => sum + piece.tokens, 0) + shown.reduce((sum, text) => sum + tokensOf(text), 0),
    counted: 'estimate',
    digest: digestOf([...kept.map((piece) => piece.text), ...shown].join('\n\n'))
  }
}

/** What stays the same through a campaign: instructions, who one is, the game. */
function frameDrafts(view: View): Draft[] {
  const ours = (id: string, kind: 'rules' | 'role' | 'style', title: string, text: string, why: string): Draft => ({
    id,
    kind,
    tier: 'frame',
    title,
    source: 'engine',
    parts: [text],
    ours: true,
    why
  })
  const floors = Object.entries(view.floors).map(([name, text]) => `${defusedLine(name)}: ${setIn(text)}`)
  const dm = view.role === 'dm'
  return [
    ours('rules', 'rules', 'How the table works', RULES, 'the same for every seat'),
    ours('role', 'role', dm ? 'The Dungeon Master' : 'A player', dm ? DM_ROLE : PLAYER_ROLE, 'what this seat asks for'),
    ours('style', 'style', 'How to write', STYLE, 'the same for every seat'),
    {
      id: 'game',
      kind: 'game',
      tier: 'frame',
      title: view.game.name,
      source: 'rules/manifest.yaml',
      parts: [
        `Game: ${defusedLine(view.game.name)} ${defusedLine(view.game.version)}`,
        `Campaign: ${defusedLine(view.campaign)}`,
        ...(view.premise === '' ? [] : [setIn(view.premise)]),
        ...(floors.length > 0 ? ['Limits that the rules keep:', ...floors.map((floor) => `  ${floor}`)] : [])
      ],
      why: 'the game, the campaign’s premise and the floors of its rules'
    },
    ...(dm
      ? []
      : [
          {
            id: 'you',
            kind: 'you' as const,
            tier: 'frame' as const,
            title: view.who,
            source: `world/players/${view.who}/ABOUT.md`,
            parts: [youOf(view)],
            why: 'whom this seat plays'
          }
        ])
  ]
}

function youOf(view: View): string {
  const self = view.actors.find((actor) => actor.id === view.who)
  return `Your character is ${defusedLine(self?.name ?? view.who)} (${defusedLine(view.who)}).`
}

/** Summaries of what lies behind, the oldest first. */
function summaryDrafts(view: View): Draft[] {
  const { campaign, session, scenes, sessions = [] } = view.summaries
  const draft = (id: string, kind: 'campaign' | 'session' | 'recap', title: string, source: string, text: string, why: string): Draft => ({
    id: `summary:${id}`,
    kind,
    tier: 'warm',
    title,
    source,
    parts: setIn(text).split('\n'),
    why
  })
  return [
    ...(campaign === undefined
      ? []
      : [draft('campaign', 'campaign', 'The campaign so far', 'SUMMARY.md', campaign, 'what happened in earlier sessions')]),
    ...sessions.slice(-RECAPS).map((text, at) => {
      const n = Math.max(0, sessions.length - RECAPS) + at + 1
      return draft(`session-${n}`, 'recap', `Session ${n}`, `sessions/session-${n}/SUMMARY.md`, text, 'an earlier session, to be summed up')
    }),
    ...scenes.slice(-RECAPS).map((text, at) => {
      const i = Math.max(0, scenes.length - RECAPS) + at
      const path = `${sceneFolder({ ...view, scene: undefined }).replace(/\d+-scene$/, `${String(i + 1).padStart(3, '0')}-scene`)}/SUMMARY.md`
      return draft(`scene-${i + 1}`, 'recap', `Scene ${i + 1} of this session`, path, text, 'an earlier scene of this session')
    }),
    ...(session === undefined
      ? []
      : [draft('session', 'session', 'This session', `sessions/session-${view.session}/SUMMARY.md`, session, 'what happened in this session')])
  ]
}

/** What somebody set down of their own life. */
function lifeDraft({ who, life }: View): Draft[] {
  if (!life) return []
  const why = (fitted: number): string => `the last ${fitted} entries of your own timeline`
  const source = `world/players/${who}/TIMELINE.yaml`
  return [{ id: `life:${who}`, kind: 'life', tier: 'warm', title: 'Your life so far', source, parts: life.map(setIn), keep: 'last', why }]
}

/** Story events, and scenes of this session, that are told of. */
const EVENTS = 6
const RECAPS = 12

/** Story events that can be played now, for the DM: the one of this scene first. */
function eventDrafts(view: View): Draft[] {
  const ready = (view.story ?? []).filter((event) => event.id === view.scene?.story || (event.ready && !event.done))
  return ready
    .toSorted((a, b) => Number(b.id === view.scene?.story) - Number(a.id === view.scene?.story) || a.order - b.order)
    .slice(0, EVENTS)
    .map((event) => ({
      id: `event:${event.id}`,
      kind: 'event',
      tier: 'warm',
      title: event.title,
      source: `world/story/${event.id}/ABOUT.md`,
      parts: [
        `${defusedLine(event.title)} (${event.id}), at ${event.place}`,
        `Aim: ${setIn(event.aim)}`,
        ...(event.done_when.length > 0 ? [`It is over when: ${event.done_when.map(defusedLine).join(', ')}`] : []),
        ...(event.body === '' ? [] : [setIn(event.body)]),
        ...event.opening.slice(0, 1).map((text) => `It may open so: ${setIn(text)}`),
        ...event.closing.slice(0, 1).map((text) => `It may close so: ${setIn(text)}`)
      ],
      why: event.id === view.scene?.story ? 'the story event of this scene' : 'a story event that is ready'
    }))
}
