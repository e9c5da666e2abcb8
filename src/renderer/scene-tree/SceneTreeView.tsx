import { Clock, Map as MapIcon } from 'lucide-react'
import { useRef, useState, type ReactElement } from 'react'
import { listed } from '../../shared/labels'
import { own } from '../../shared/json'
import { EXITS } from '../../shared/narrator/open-words'
import type { SceneTree, SceneTreeVoice } from '../../shared/narrator/output'
import type { GameState, SceneState } from '../../shared/state'
import { useShallow } from 'zustand/react/shallow'
import { openSettings, playOne } from '../operations'
import { arrange, useSession } from '../session'
import { nameOf } from '../ui/names'
import { Blank, Scroll } from '../ui/Parts'
import { clickerOf, sayFor, type Clicker } from './clicking'
import { Text, type Clicks } from './Text'
import { sceneTreeTexts as t } from './texts'
import './scene-tree.css'

/** Paragraphs that are drawn at once. */
const MAX_DRAWN = 100

/** The open scene tree: where it plays, who is there, and what can be clicked. */
export function SceneTreeView(): ReactElement {
  const isKnown = useSession((s) => s.snapshot !== undefined)
  const scene = useSession((s) => s.snapshot?.state.scene)
  const actors = useSession((s) => s.snapshot?.state.actors)
  if (!isKnown || !actors)
    return (
      <p className="tree-loading quiet" aria-busy="true">
        {t.reading}
      </p>
    )
  if (!scene?.tree)
    return (
      <Blank title={t.empty} button={{ label: t.settings, onClick: openSettings }}>
        {t.emptyHint}
      </Blank>
    )
  return <Tree key={scene.tree.id} scene={scene} tree={scene.tree} actors={actors} />
}

function Tree({ scene, tree, actors }: { scene: SceneState; tree: SceneTree; actors: GameState['actors'] }): ReactElement {
  const clicker = useSession(useShallow(clickerOf))
  const [isSaying, setIsSaying] = useState(false)
  const [drawn, setDrawn] = useState(MAX_DRAWN)
  const saying = useRef(false)
  const say = async (action: 'click' | 'speak', params: Record<string, string>): Promise<boolean> => {
    // A second click before the first is saved would be of a turn that may be over.
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
    onClick: (id) => void say('click', { words: id }),
    actors
  }
  const left = tree.narration.length - drawn
  return (
    <Scroll className="tree" label={tree.location.name}>
      <header className="tree-head">
        <p className="place-region">
          {tree.location.region} · {tree.location.time}
        </p>
        <h1>{tree.location.name}</h1>
        <p className="quiet">
          <b>{t.present}</b> {tree.present.length === 0 ? t.nobody : listed(tree.present.slice(0, MAX_DRAWN).map((id) => nameOf(actors, id)))}
        </p>
        {tree.atmosphere.length > 0 && (
          <p className="quiet">
            <b>{t.atmosphere}</b> {tree.atmosphere.slice(0, MAX_DRAWN).join(' · ')}
          </p>
        )}
      </header>
      <Status clicker={clicker} isSaying={isSaying} />
      <section className="tree-narration" aria-label={t.narration} aria-live="polite">
        {tree.narration.slice(0, drawn).map((one, i) => (
          <Text key={i} at={`narration[${i}]`} told={one} clicks={clicks} />
        ))}
        {left > 0 && (
          <button type="button" className="button" onClick={() => setDrawn(drawn + MAX_DRAWN)}>
            {t.more(Math.min(left, MAX_DRAWN))}
          </button>
        )}
      </section>
      {tree.voices.length > 0 && (
        <section className="tree-voices" aria-label={t.voices}>
          <h2>{t.voices}</h2>
          {tree.voices.slice(0, MAX_DRAWN).map((voice, i) => (
            <Voice key={i} at={`voices[${i}]`} voice={voice} clicks={clicks} />
          ))}
        </section>
      )}
      <Exits tree={tree} canWait={clicks.canClick} onWait={() => clicks.onClick(EXITS.wait)} />
      {tree.freeInput?.enabled !== false && clicker.who !== undefined && <FreeInput disabled={isSaying} onSay={(text) => say('speak', { text })} />}
    </Scroll>
  )
}

/** Who speaks, or why nobody can, with what helps. */
function Status({ clicker, isSaying }: { clicker: Clicker; isSaying: boolean }): ReactElement {
  const words = isSaying ? t.playing : (clicker.why ?? (clicker.who === undefined ? '' : t.speaksFor(clicker.name)))
  return (
    <div className="tree-status">
      <output>{words}</output>
      {clicker.canStep && !isSaying && (
        <button type="button" className="button small" onClick={() => void playOne()}>
          {t.step}
        </button>
      )}
    </div>
  )
}

/** An inner voice: the louder, the larger. */
function Voice({ at, voice, clicks }: { at: string; voice: SceneTreeVoice; clicks: Clicks }): ReactElement {
  const loudness = voice.weight >= 0.67 ? 'loud' : voice.weight >= 0.34 ? 'middling' : 'soft'
  const name = useSession((s) => own(s.present?.lore.narratives, voice.source)?.name ?? voice.source)
  return (
    <div className={`tree-voice ${loudness}`}>
      <p className="tree-source">
        {name} <span className="quiet numbers">{t.loudness(Math.round(voice.weight * 100))}</span>
      </p>
      <Text at={at} told={voice} clicks={clicks} />
    </div>
  )
}

function Exits({ tree: { exits }, canWait, onWait }: { tree: SceneTree; canWait: boolean; onWait: () => void }): ReactElement | null {
  const places = useSession((s) => s.snapshot?.state.places)
  if (!exits?.travel && !exits?.wait) return null
  const to = (exits.travel?.destinations ?? []).slice(0, 12).map((id) => own(places, id)?.name ?? id)
  return (
    <section className="tree-exits" aria-label={t.exits}>
      {exits.travel && (
        <button type="button" className="button" title={`“${exits.travel.speaks}”`} onClick={() => arrange({ view: 'map' })}>
          <MapIcon size={14} aria-hidden="true" /> {t.travel}
        </button>
      )}
      {exits.wait && (
        <button type="button" className="button" title={`“${exits.wait.speaks}”`} aria-disabled={!canWait} onClick={() => canWait && onWait()}>
          <Clock size={14} aria-hidden="true" /> {t.wait}
        </button>
      )}
      {to.length > 0 && <span className="quiet">{t.leadsTo(listed(to))}</span>}
    </section>
  )
}

function FreeInput({ disabled, onSay }: { disabled: boolean; onSay: (text: string) => Promise<boolean> }): ReactElement {
  const [text, setText] = useState('')
  return (
    <form
      className="tree-say"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !disabled) void onSay(text).then((isSaid) => isSaid && setText(''))
      }}
    >
      <input
        className="input"
        aria-label={t.sayLabel}
        placeholder={t.sayHint}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={disabled || text.trim() === ''}>
        {t.say}
      </button>
    </form>
  )
}
