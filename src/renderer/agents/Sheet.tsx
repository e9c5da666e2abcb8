import type { ReactElement, ReactNode } from 'react'
import { beliefsOf, type HeldBelief } from '../../shared/words/belief-words'
import { own } from '../../shared/base/json'
import { capitalised, distinctLabels } from '../../shared/words/labels'
import { wantOf } from '../../shared/story/premises'
import type { Actor } from '../../shared/story/state'
import { questStatusLines, standingLines } from '../../shared/words/story-words'
import { loreAtCursor, useSession } from '../session'
import { hueOf } from '../../shared/story/hues'
import { Prose } from '../prose/Prose'
import { agentName } from '../ui/names'
import { Blank, Scroll, ActorToken } from '../ui/Parts'
import { sheetTexts as t } from './texts'
import './agents.css'
import { CanDo } from './Call'
import { short } from './words'
import { Chances } from './Chances'

/** The sheet of the inspected character at the cursor; if none is inspected, of the character whose turn it is. */
export function CharacterSheet(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const commit = useSession((s) => s.snapshot?.commit)
  const selected = useSession((s) => s.inspectedActor)
  const lore = useSession(loreAtCursor)
  const agents = useSession((s) => s.present?.table.agents)
  const labels = useSession((s) => s.present?.campaign.statLabels)
  const id = [selected, state?.next.actor].find((one) => one !== undefined && own(state?.actors, one) !== undefined)
  const actor = id === undefined ? undefined : own(state?.actors, id)
  if (!state || !actor || id === undefined)
    return <Blank title="No character selected">Select a character on the map, in the log or on the place’s card.</Blank>
  const hue = hueOf(state.actors, id)
  const prose = own(lore?.actors, id)
  const want = lore === undefined ? '' : wantOf(id, lore, state).now
  const beliefs = lore === undefined ? [] : beliefsOf(id, state, lore)
  const things = distinctLabels(Object.fromEntries(Object.entries(actor.inventory).map(([key, item]) => [key, item.name ?? item.item])))
  const decider = own(agents, id) ?? (actor.kind === 'npc' ? agents?.['DM'] : undefined)
  return (
    <Scroll className={`panel sheet hue-${hue}`} label={`${t.title}: ${actor.name}`}>
      <header className="sheet-head">
        <ActorToken id={id} name={actor.name} hue={hue} npc={actor.kind === 'npc'} size="large" />
        <div>
          <h2 className="hued" dir="auto">
            {actor.name}
          </h2>
          <p className="quiet">
            {actor.kind === 'npc' ? 'NPC' : 'Player'}
            {actor.attitude ? ` · ${actor.attitude}` : ''} · {own(state.places, actor.location)?.name ?? actor.location}
            {decider ? ` · ${agentName(decider)}` : ''}
          </p>
        </div>
      </header>
      {prose?.public && (
        <p className="sheet-public" dir="auto">
          {prose.public}
        </p>
      )}
      <Stats actor={actor} labels={labels ?? {}} />
      {commit !== undefined && <CanDo who={id} commit={commit} />}
      {commit !== undefined && <Chances who={id} commit={commit} />}
      <Part title="Conditions">
        {Object.keys(actor.conditions).length === 0 ? (
          <span className="quiet">None</span>
        ) : (
          <ul className="pills">
            {Object.keys(actor.conditions).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Carries">
        {Object.keys(actor.inventory).length === 0 ? (
          <span className="quiet">Nothing</span>
        ) : (
          <ul className="things">
            {Object.entries(actor.inventory).map(([key, item]) => (
              <li key={key}>
                {own(things, key)}
                {(item.count ?? 1) > 1 && <span className="numbers quiet"> × {item.count}</span>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      {Object.keys(actor.tags).length > 0 && (
        <Part title="Tags">
          <ul className="pills">
            {Object.entries(actor.tags).map(([key, value]) => (
              <li key={key}>{value === true ? key : `${key}: ${short(value)}`}</li>
            ))}
          </ul>
        </Part>
      )}
      {beliefs.length > 0 && <Beliefs beliefs={beliefs} />}
      <Lines title="Ties and factions" lines={standingLines(state, id)} />
      <Lines title="Quests" lines={questStatusLines(state, id)} />
      {prose && (
        <div className="sheet-prose">
          {prose.about && <Prose text={prose.about} />}
          {(
            [
              ['Wants', want],
              ['Fears', prose.fears],
              ['Voice', prose.voice]
            ] as const
          ).map(([label, text]) =>
            text ? (
              <p key={label}>
                <b>{label}</b> {text}
              </p>
            ) : null
          )}
        </div>
      )}
    </Scroll>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }): ReactElement | null =>
  lines.length === 0 ? null : (
    <Part title={title}>
      <ul className="beliefs">
        {lines.map((line, i) => (
          <li key={i}>{capitalised(line)}</li>
        ))}
      </ul>
    </Part>
  )

function Beliefs({ beliefs }: { beliefs: readonly HeldBelief[] }): ReactElement {
  return (
    <Part title="Beliefs">
      <ul className="beliefs">
        {beliefs.map(({ claim, about, stance, origin }) => (
          <li key={claim}>
            {capitalised(about)}
            <span className="quiet">
              {capitalised(stance)}
              {origin === '' ? '' : ` · ${origin}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Stats in the game's order with its labels; unknown stats come last, under their ids. */
function Stats({ actor, labels }: { actor: Actor; labels: Readonly<Record<string, string>> }): ReactElement {
  const known = Object.keys(labels).filter((key) => own(actor.stats, key) !== undefined)
  const others = Object.keys(actor.stats).filter((key) => own(labels, key) === undefined)
  return (
    <dl className="stats">
      {[...known, ...others].map((key) => {
        const value = own(actor.stats, key) ?? 0
        const max = own(actor.max, key)
        return (
          <div key={key}>
            <dt>{own(labels, key) ?? key}</dt>
            <dd className="numbers">
              {value}
              {max !== undefined && <small> / {max}</small>}
            </dd>
            {max !== undefined && max > 0 && (
              <span className="bar" aria-hidden="true">
                <span style={{ width: `${Math.max(0, Math.min(100, (100 * value) / max))}%` }} />
              </span>
            )}
          </div>
        )
      })}
    </dl>
  )
}
