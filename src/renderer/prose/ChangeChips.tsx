import {
  ArrowDownRight,
  ArrowUpRight,
  CircleDashed,
  Clock,
  Flag,
  Footprints,
  type LucideIcon,
  MessageCircleHeart,
  PackageMinus,
  PackagePlus,
  Search,
  Swords,
  Target
} from 'lucide-react'
import type { ReactElement } from 'react'
import { changeWords, namesFrom, type ChangeKind, type ChangeWords } from '../../shared/words/change-words'
import type { EntryChanges } from '../../shared/story/entry-changes'
import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { useSession } from '../session'
const ICONS: Readonly<Record<Exclude<ChangeKind, 'stat'>, LucideIcon>> = {
  gained: PackagePlus,
  lost: PackageMinus,
  condition: CircleDashed,
  place: Footprints,
  attitude: MessageCircleHeart,
  searched: Search,
  fact: Flag,
  time: Clock,
  fight: Swords,
  result: Target
}
const iconOf = ({ kind, tone }: ChangeWords): LucideIcon => (kind === 'stat' ? (tone === 'bad' ? ArrowDownRight : ArrowUpRight) : ICONS[kind])

/** Whether the rolls beside it don't show it already. */
const isNews = ({ kind, words }: ChangeWords): boolean => kind !== 'result' || (words !== 'success' && words !== 'failure')

/** The changes of a log entry as a quiet list of icons with words. A name is repeated only if it differs from the previous one. */
export function ChangeChips({ actors, changes }: { actors: GameState['actors'] | undefined; changes: EntryChanges }): ReactElement | null {
  const places = useSession((s) => s.snapshot?.state.places)
  const labels = useSession((s) => s.present?.campaign.statLabels)
  const words = changeWords(changes, { ...namesFrom(actors, places), stat: (id) => own(labels, id) ?? id }).filter(isNews)
  if (words.length === 0) return null
  return (
    <ul className="entry-changes" aria-label="What changed">
      {words.map((one, i) => {
        const Icon = iconOf(one)
        return (
          <li key={i} className={`entry-change ${one.tone ?? ''}`}>
            <Icon size={12} aria-hidden="true" />
            <span>
              {one.who !== undefined && (words[i - 1]?.who === one.who ? <span className="unseen">{one.who} </span> : <b>{one.who} </b>)}
              {one.spoken === undefined ? (
                one.words
              ) : (
                <>
                  <span aria-hidden="true">{one.words}</span>
                  <span className="unseen">{one.spoken}</span>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
