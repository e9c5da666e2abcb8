import { Clock, Map as MapIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { listed } from '../../shared/words/labels'
import { own } from '../../shared/base/json'
import { type Clicked, EXITS, MAX_CLICKS } from '../../shared/narrator/open-words'
import type { SceneTree, SceneTreeVoice } from '../../shared/narrator/output'
import type { GameState, SceneState } from '../../shared/story/state'
import { useShallow } from 'zustand/react/shallow'
import { openSettings, playOne, playCall } from '../operations'
import { EntryProse } from '../prose/Entry'
import { arrange, cursorIndex, fetchLog, openForm, useSession, type Session } from '../session'
import { logOf } from '../store/story'
import { nameOf } from '../ui/names'
import { Blank, Button, Scroll } from '../ui/Parts'
import { saidSince } from './parts'
import { TreeText, type Clicks } from './Text'
import { Form } from '../ui/Field'
import type { ActionCall } from '../../shared/story/play'
import { api } from '../client'
import { runCall } from '../run-call'
import './scene-tree.css'

const t = { voices: 'Voices', since: 'Said since then' } as const

const MAX_DRAWN = 100
const MAX_SINCE = 30

/** The open scene tree: its place, its characters, and its clickable words. */
export function SceneTreeView(): ReactElement {
  const isKnown = useSession((s) => s.snapshot !== undefined)
  const scene = useSession((s) => s.snapshot?.state.scene)
  const actors = useSession((s) => s.snapshot?.state.actors)
  if (!isKnown || !actors)
    return (
      <p className="tree-loading quiet" aria-busy="true">
        Reading the scene…
      </p>
    )
  if (!scene?.tree)
    return (
      <Blank title="No scene tree is open" button={{ label: 'Open settings', onClick: openSettings }}>
        The DM’s next narration brings one, if the DM narrates as scene trees. Switch that on in Settings, under This campaign.
      </Blank>
    )
  return <Tree key={scene.tree.id} scene={scene} tree={scene.tree} actors={actors} />
}

function Tree({ scene, tree, actors }: { scene: SceneState; tree: SceneTree; actors: GameState['actors'] }): ReactElement {
  const clicker = useSession(useShallow(clickerOf))
  const [isSaying, setIsSaying] = useState(false)
  const [latest, setLatest] = useState<string>()
  const [drawn, setDrawn] = useState(MAX_DRAWN)
  const region = useSession((s) => own(s.snapshot?.state.regions, tree.location.region)?.name ?? tree.location.region)
  const saying = useRef(false)
  const say = async (action: 'click' | 'speak', params: Record<string, string>): Promise<boolean> => {
    // A second click before the first is saved could belong to a turn that is over.
    if (clicker.who === undefined || saying.current) return false
    saying.current = true
    setIsSaying(true)
    try {
      return await sayFor(clicker.who, action, params)
    } finally {
      saying.current = false
      setIsSaying(false)
    }
  }
  const clicks: Clicks = {
    clicked: scene.clicked ?? {},
    canClick: clicker.who !== undefined && clicker.canClick && !isSaying,
    latest,
    onClick: (id) => {
      setLatest(id)
      void say('click', { words: id })
    },
    actors
  }
  const left = tree.narration.length - drawn
  return (
    <Scroll className="scene-tree" label={tree.location.name}>
      <header className="tree-head">
        <p className="panel-over">
          {region} · {tree.location.time}
        </p>
        <h1>{tree.location.name}</h1>
        <p className="quiet">
          <b>Present</b> {tree.present.length === 0 ? 'Nobody is here.' : listed(tree.present.slice(0, MAX_DRAWN).map((id) => nameOf(actors, id)))}
        </p>
        {tree.atmosphere.length > 0 && (
          <p className="quiet">
            <b>Atmosphere</b> {tree.atmosphere.slice(0, MAX_DRAWN).join(' · ')}
          </p>
        )}
      </header>
      <Status clicker={clicker} isSaying={isSaying} />
      <section className="tree-narration" aria-label="What happens" aria-live="polite">
        {tree.narration.slice(0, drawn).map((one, i) => (
          <TreeText key={i} at={`narration[${i}]`} told={one} clicks={clicks} />
        ))}
        {left > 0 && <Button label={`Show ${Math.min(left, MAX_DRAWN)} more`} onClick={() => setDrawn(drawn + MAX_DRAWN)} />}
      </section>
      {tree.voices.length > 0 && (
        <section className="tree-voices" aria-label={t.voices}>
          <h2>{t.voices}</h2>
          {tree.voices.slice(0, MAX_DRAWN).map((voice, i) => (
            <Voice key={i} at={`voices[${i}]`} voice={voice} clicks={clicks} />
          ))}
        </section>
      )}
      <Since tree={tree} actors={actors} />
      <Exits tree={tree} canClick={clicks.canClick} clicked={clicks.clicked} onClick={(id) => say('click', { words: id })} />
      {tree.freeInput?.enabled !== false && clicker.who !== undefined && <FreeInput disabled={isSaying} onSay={(text) => say('speak', { text })} />}
    </Scroll>
  )
}

function Status({ clicker, isSaying }: { clicker: Clicker; isSaying: boolean }): ReactElement {
  const words = isSaying ? 'Saying it…' : (clicker.why ?? (clicker.who === undefined ? '' : `You speak for ${clicker.name}.`))
  return (
    <div className="tree-status">
      <output>{words}</output>
      {clicker.canStep && !isSaying && <Button label="Play one beat" small onClick={() => void playOne()} />}
    </div>
  )
}

/** An inner voice: the louder, the larger and the closer to the text's own colour. */
function Voice({ at, voice, clicks }: { at: string; voice: SceneTreeVoice; clicks: Clicks }): ReactElement {
  const loudness = voice.weight >= 0.67 ? 'loud' : voice.weight >= 0.34 ? 'middling' : 'soft'
  const name = useSession((s) => own(s.present?.lore.narratives, voice.source)?.name ?? voice.source)
  return (
    <div className={`tree-voice ${loudness}`}>
      <p className="tree-source">
        {name} <span className="numbers">{`${Math.round(voice.weight * 100)}% loud`}</span>
      </p>
      <TreeText at={at} told={voice} clicks={clicks} />
    </div>
  )
}

function Since({ tree, actors }: { tree: SceneTree; actors: GameState['actors'] }): ReactElement | null {
  const at = useSession(cursorIndex)
  const upto = useSession((s) => s.line[at]?.n ?? -1)
  const span = useSession((s) => s.spans.findLast(({ from }) => from <= at))
  const log = useSession((s) => span && logOf(s.logs, s.line, span))
  useEffect(() => span && fetchLog(span), [span])
  const entries = useMemo(
    () =>
      log
        ? saidSince(
            tree,
            log.entries.filter(({ beat }) => beat <= upto),
            MAX_SINCE
          )
        : [],
    [tree, log, upto]
  )
  if (entries.length === 0) return null
  return (
    <section className="tree-since" aria-label={t.since} aria-live="polite">
      <h2>{t.since}</h2>
      {entries.map((entry, i) => (
        <EntryProse key={`${entry.beat}-${i}`} actors={actors} entry={entry} />
      ))}
    </section>
  )
}

interface ExitsProps {
  tree: SceneTree
  canClick: boolean
  clicked: Clicked
  onClick: (id: string) => Promise<boolean>
}

/** The exits. Travelling says its line, if a player may speak, and opens the place's journeys; waiting says its line and passes time. */
function Exits({ tree: { exits, location }, canClick, clicked, onClick }: ExitsProps): ReactElement | null {
  const places = useSession((s) => s.snapshot?.state.places)
  if (!exits?.travel && !exits?.wait) return null
  const to = (exits.travel?.destinations ?? []).slice(0, 12).map((id) => own(places, id)?.name ?? id)
  const isSaid = !canClick || own(clicked, EXITS.travel) !== undefined
  const openJourneys = (): void => (own(places, location.place) ? openForm({ what: 'place', id: location.place }) : arrange({ view: 'map' }))
  const travel = async (): Promise<void> => {
    if (isSaid || (await onClick(EXITS.travel))) openJourneys()
  }
  return (
    <section className="tree-exits" aria-label="Exits">
      {exits.travel && (
        <Button
          icon={<MapIcon size={14} />}
          label="Travel on the map"
          title={isSaid ? 'Open the map to see where journeys lead' : `Say “${exits.travel.speaks}”, then choose a journey on the map`}
          onClick={() => void travel()}
        />
      )}
      {exits.wait && (
        <Button
          icon={<Clock size={14} />}
          label="Wait"
          title={`Say “${exits.wait.speaks}” and wait`}
          aria-disabled={!canClick}
          onClick={() => canClick && void onClick(EXITS.wait)}
        />
      )}
      {to.length > 0 && <span className="quiet">{`Leads to ${listed(to)}`}</span>}
    </section>
  )
}

function FreeInput({ disabled, onSay }: { disabled: boolean; onSay: (text: string) => Promise<boolean> }): ReactElement {
  const [text, setText] = useState('')
  return (
    <Form
      className="tree-say"
      onSubmit={() => {
        if (text.trim() !== '' && !disabled) void onSay(text).then((isSaid) => isSaid && setText(''))
      }}
    >
      <input
        className="field-input"
        aria-label="Say something else"
        placeholder="In your own words"
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button label="Say it" submit disabled={disabled || text.trim() === ''} />
    </Form>
  )
}

/** The player who can click now, or a sentence about why nobody can; `canStep`: playing a beat helps. */
type Clicker = { who: string; name: string; canClick: boolean; why?: string; canStep?: boolean } | { who?: undefined; why: string; canStep?: boolean }

function clickerOf({ present, cursor }: Pick<Session, 'present' | 'cursor'>): Clicker {
  if (!present || cursor !== undefined) return { why: 'This is the past. Press Esc to come back to now, and click there.' }
  const { next, actors } = present.state
  if (present.campaign.readOnly !== undefined) return { why: 'This campaign is open for reading only.' }
  const clicked = Object.values(present.state.scene?.clicked ?? {})
  const isWaiting = next.phase === 'dm' && own(next.spent, 'narrate') === undefined && clicked.includes(next.beat)
  if (present.table.running)
    return { why: isWaiting ? 'Your words are said. The DM is answering…' : 'The table is playing. Pause it to click words yourself.' }
  if (next.mode === 'combat')
    return {
      why: 'There is no scene tree in a fight: turns are played in the log. Words can be clicked again when the fight is over.',
      canStep: true
    }
  if (next.phase !== 'player')
    return {
      why: isWaiting ? 'Your words are said. The DM answers next: play on.' : 'It is the DM’s turn. Play on until a player’s turn comes.',
      canStep: true
    }
  const name = nameOf(actors, next.actor)
  const canClick = (own(next.spent, 'click') ?? 0) < MAX_CLICKS
  return { who: next.actor, name, canClick, ...(canClick ? {} : { why: `${name} has clicked enough in this turn. Play on.`, canStep: true }) }
}

/** Speaks for the player whose turn it is: clicks words, or says a text. The designer has the seat until its turn is over. */
async function sayFor(who: string, action: 'click' | 'speak', params: ActionCall['params']): Promise<boolean> {
  const call: ActionCall = { kind: 'play', action, actor: who, params, agent: 'hand' }
  const beat = await runCall(async () => {
    const isHeld = own(useSession.getState().present?.table.hands, who) !== undefined
    if (!isHeld) await api.take.mutate({ who, how: 'turn' })
    return await playCall(call, () => void sayFor(who, action, params))
  })
  return beat !== undefined
}
