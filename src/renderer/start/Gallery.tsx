import { useEffect, useState, type ReactElement } from 'react'
import type { Start } from '../../shared/story/campaign'
import { api } from '../client'
import { openSample } from '../operations'
import { showProblem, useSession } from '../session'
import { counted } from '../ui/amounts'
import { askCampaign } from './wanted-game'

const t = {
  title: 'Begin with a story',
  hint: 'Each is complete and plays at once. What you change is yours.',
  blank: 'A hero, two places and a question. The rest is yours to write.'
} as const

/** The campaigns that come with the app, and a blank one for each game. A card opens its campaign, and creates it if it doesn't exist yet. */
export function Gallery(): ReactElement | null {
  const games = useSession((s) => s.host?.games)
  const busy = useSession((s) => s.busy > 0)
  const [starts, setStarts] = useState<readonly Start[]>()
  // Not by `runCall`: while it counts as busy, the buttons of the start page are disabled.
  useEffect(() => void api.starts.query().then(setStarts, showProblem), [])
  if (!starts || !games) return null
  const nameOf = (id: string): string => games.find((game) => game.id === id)?.name ?? id
  return (
    <section className="starts" aria-labelledby="starts">
      <h2 id="starts">{t.title}</h2>
      <p className="quiet">{t.hint}</p>
      <ul>
        {starts.map((start) => (
          <li key={start.id}>
            <button type="button" className="start-card" disabled={busy} onClick={() => void openSample(start.id)}>
              <Outline map={start.map} />
              <span className="start-kind">{`${start.kind} · ${nameOf(start.game)}`}</span>
              <b>{start.title}</b>
              <span>{start.premise}</span>
              <span className="start-counts numbers">{sizes(start)}</span>
            </button>
          </li>
        ))}
        {games.map(({ id, name, about }) => (
          <li key={id}>
            <button type="button" className="start-card blank" disabled={busy} onClick={() => askCampaign(id, 'blank')}>
              <span className="start-kind">A blank campaign</span>
              <b>{name}</b>
              <span>{about}</span>
              <span className="start-counts">{t.blank}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sizes = ({ places, people, scenes }: Start): string =>
  [counted(places, 'place'), counted(people, 'character'), ...(scenes > 0 ? [counted(scenes, 'scene')] : [])].join(' · ')

const WIDTH = 220
const HEIGHT = 72
const MARGIN = 12

/** The map of a campaign as dots and lines. */
function Outline({ map: { places, journeys, party } }: Pick<Start, 'map'>): ReactElement {
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const scaled = (value: number, from: number, to: number, room: number): number =>
    MARGIN + ((value - from) / Math.max(1, to - from)) * (room - 2 * MARGIN)
  const dots = places.map(({ x, y }) => ({ x: scaled(x, left, Math.max(...xs), WIDTH), y: scaled(y, top, Math.max(...ys), HEIGHT) }))
  return (
    <svg className="start-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {journeys.map(([from, to]) => (
        <line key={`${from}-${to}`} x1={dots[from]?.x} y1={dots[from]?.y} x2={dots[to]?.x} y2={dots[to]?.y} />
      ))}
      {dots.map(({ x, y }, k) => (
        <circle key={k} cx={x} cy={y} r={k === party ? 5 : 3.5} className={k === party ? 'has-party' : ''} />
      ))}
    </svg>
  )
}
