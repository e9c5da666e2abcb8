import { MenuPopup, MenuItem } from '../ui/Menu'
import { Menu } from '@base-ui/react/menu'
import { Cloud } from 'lucide-react'
import { useState, type ReactElement, type ReactNode, memo, useMemo } from 'react'
import type { Branch } from '../../shared/table/present'
import { goTo, useSession } from '../session'
import { switchBranch } from '../branch-operations'
import { askBranch, deleteBranch, playOnFrom } from './edit-branches'
import { timelineTexts as t } from './texts'
import type { TimelineFrame } from './draw'
import { placedNames, sameStory } from './label-places'
import { askBring, lacksWords, useToday } from './today/today'
import { listed } from '../../shared/words/labels'
import { counted } from '../ui/amounts'

function LaneName({ branch, beyond }: { branch: string; beyond: boolean }): ReactElement {
  const current = useSession((s) => s.present?.branch === branch)
  const known = useSession((s) => s.beats.branches.find(({ name }) => name === branch))
  const branches = useSession((s) => s.beats.branches)
  const same = useMemo(() => sameStory(branches, branch), [branches, branch])
  const missing = useToday((s) => s.missing)
  const lacks = lacksWords(missing, branch)
  const count = missing.reduce((sum, one) => sum + (one.to === branch ? one.edits.length : 0), 0)
  const [open, setOpen] = useState(false)
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger
        className={`lane-name ${current ? 'current' : ''} ${beyond ? 'beyond' : ''} ${known?.fetched ? 'fetched' : ''}`}
        {...said(branch, current, known, [
          ...(same.length > 0 ? [`the same story as ${listed(same)}`] : []),
          ...(lacks === undefined ? [] : [lacks])
        ])}
        onContextMenu={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {known?.fetched && <Cloud size={11} aria-hidden="true" />}
        {branch}
        {same.length > 0 && <span className="lane-same">{` = ${same.join(', ')}`}</span>}
        {lacks !== undefined && <span className="lane-lacks">{`lacks ${counted(count, 'edit')}`}</span>}
        {known?.upstream && <span className="numbers">{t.aheadBehind(known.upstream)}</span>}
      </Menu.Trigger>
      <MenuPopup side="top" align="start" finalFocus={true}>
        <MenuItem label="Go to last beat" onClick={() => goTo(known?.head)} />
        {known?.fetched ? <FetchedItems branch={known} /> : <OwnItems branch={branch} current={current} />}
      </MenuPopup>
    </Menu.Root>
  )
}

function said(branch: string, current: boolean, known: Branch | undefined, more: readonly string[]): { 'aria-label': string; title: string } {
  const { 'aria-label': label, title } = saidAlone(branch, current, known)
  return more.length === 0 ? { 'aria-label': label, title } : { 'aria-label': [label, ...more].join(', '), title: `${title}: ${more.join('; ')}` }
}

function saidAlone(branch: string, current: boolean, known: Branch | undefined): { 'aria-label': string; title: string } {
  if (known?.fetched) return { 'aria-label': `Fetched branch ${branch}, read only`, title: `${branch}, at the last fetch` }
  const menu = current ? `Branch ${branch}, current` : `Branch ${branch}`
  if (!known?.upstream) return { 'aria-label': menu, title: branch }
  return { 'aria-label': `${menu}, ${t.apartTip(known.upstream)}`, title: `${branch}: ${t.apartTip(known.upstream)}` }
}

const useReadOnly = (): boolean => useSession((s) => s.present?.campaign.readOnly !== undefined)

function FetchedItems({ branch }: { branch: Branch }): ReactNode {
  const readOnly = useReadOnly()
  return <MenuItem label="Continue on a branch of your own" disabled={readOnly} onClick={() => void playOnFrom(branch)} />
}

function OwnItems({ branch, current }: { branch: string; current: boolean }): ReactNode {
  const readOnly = useReadOnly()
  const missing = useToday((s) => s.missing)
  return (
    <>
      <MenuItem label="Switch to branch" disabled={readOnly || current} onClick={() => void switchBranch(branch)} />
      {missing
        .filter(({ from, to }) => from === branch || to === branch)
        .map(({ from, to, edits }) => (
          <MenuItem
            key={`${from} ${to}`}
            label={`Bring ${counted(edits.length, 'edit')} from ${from} to ${to}…`}
            disabled={readOnly}
            onClick={() =>
              askBring(
                edits.map(({ commit }) => commit),
                to
              )
            }
          />
        ))}
      <Menu.Separator className="menu-line" />
      <MenuItem label="Rename branch…" disabled={readOnly} onClick={() => askBranch({ rename: branch })} />
      <MenuItem label="Delete branch" disabled={readOnly || current} onClick={() => void deleteBranch(branch)} />
      <MenuItem label="Show deleted branches…" onClick={() => askBranch('deleted')} />
    </>
  )
}

/** The names of branches, each in its lane. */
export const LaneNames = memo(function LaneNames({ view, width, rows, top }: Omit<TimelineFrame, 'token'>): ReactElement | null {
  const beats = useSession((s) => s.beats)
  const names = useMemo(() => placedNames(beats, view, width, rows, top), [beats, view, width, rows, top])
  // A single branch without a remote copy needs no name.
  if (beats.tracks.length < 2 && !beats.branches.some(({ upstream }) => upstream)) return null
  return (
    <ul className="lane-names" aria-label="Branches">
      {names.map((one) => (
        <li key={one.branch} style={{ left: one.x, top: Math.round(one.y), maxWidth: one.room }}>
          <LaneName branch={one.branch} beyond={one.beyond} />
        </li>
      ))}
    </ul>
  )
})
