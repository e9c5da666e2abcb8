import { Columns2 } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import type { Mark } from '../../../shared/analysis/chronicle'
import { useSession } from '../../session'
import { openInspector } from './state'
import { alsoPlayed } from './turn-lines'
import { Button } from '../../ui/Parts'

/** Other turns from the same commit, each with a button to compare it. Renders nothing if there are none. */
export function Siblings({ beat }: { beat: Mark }): ReactElement | null {
  const beats = useSession((s) => s.beats)
  const others = useMemo(() => alsoPlayed(beats, beat).slice(0, 6), [beats, beat])
  if (others.length === 0) return null
  return (
    <p className="turn-note also">
      <span className="quiet">Also played from here</span>
      {others.map((other) => (
        <Button
          icon={<Columns2 size={13} />}
          label={`Compare with beat ${other.n} of ${beats.trackOf.get(other.id)?.branch ?? 'this branch'}`}
          small
          key={other.id}
          onClick={() => openInspector({ pair: [beat.id, other.id] })}
        />
      ))}
    </p>
  )
}
