import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, ChevronRight, Command, GitBranch, Pause, Play, Settings2, SkipBack, SkipForward, SunMoon } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Present } from '../shared/present'
import { Dots } from './agents/Dots'
import { Spend } from './agents/Spend'
import { HandEdits } from './external-changes/ChangedFiles'
import { cursorIndex, goTo, useSession } from './session'
import { ownBranches } from './store/beats'
import { mendOf } from './store/mend'
import { sceneNumbers } from './store/story'
import { handTexts } from './agents/hand/texts'
import { inReadingOrder, nameOf } from './ui/names'
import { command, run } from './ui/commands'
import { CommandButton, Keys, Tip } from './ui/Parts'
import { byKeyboard, Pick } from './ui/Pick'
import { texts } from './ui/texts'
import { closeCampaign, goToWrong, setPace, switchBranch } from './verbs'

/** The bar at the top: where we are, the branch, the transport, who sits at the table. */
export function TitleBar(): ReactElement {
  const campaign = useSession((s) => s.present?.campaign)
  return (
    <header className="title-bar">
      <nav className="crumbs" aria-label={campaign?.title ?? texts.app}>
        <Tip text={campaign?.premise || campaign?.dir || ''} side="bottom">
          <button type="button" className="crumb clip" onClick={() => void closeCampaign()}>
            {campaign?.title}
          </button>
        </Tip>
        <ChevronRight size={13} aria-hidden="true" />
        <Chapter />
      </nav>
      <Transport />
      <div className="title-end">
        <BranchMenu />
        <Spend />
        <Dots />
        <CommandButton id="settings" icon={<Settings2 size={16} />} />
        <CommandButton id="theme" icon={<SunMoon size={16} />} />
        <CommandButton id="palette" icon={<Command size={16} />} />
      </div>
    </header>
  )
}

/** The session and the scene that are looked at; they change with each step, and nothing else of the bar does. */
function Chapter(): ReactElement {
  const session = useSession((s) => s.shown?.state.next.session ?? 0)
  const isDone = useSession((s) => (s.shown?.state.next.phase ?? 'done') === 'done')
  const scene = useSession((s) => s.shown?.state.scene)
  const number = useSession((s) => scene && (sceneNumbers(scene.path)?.scene ?? s.shown?.state.next.scene ?? 0))
  return (
    <>
      <span className="crumb-text">{session > 0 && !isDone ? texts.session(session) : texts.noSession}</span>
      {!isDone && (
        <>
          <ChevronRight size={13} aria-hidden="true" />
          <span className="crumb-here clip">{scene && number !== undefined ? texts.scene(number, scene.title) : texts.between}</span>
        </>
      )}
    </>
  )
}

function Transport(): ReactElement {
  const running = useSession((s) => s.present?.table.running ?? false)
  return (
    <fieldset className="transport" aria-label={texts.playback}>
      <CommandButton id="back" icon={<SkipBack size={16} />} />
      <CommandButton
        id="play"
        label={running ? texts.pause : texts.play}
        icon={running ? <Pause size={17} fill="currentColor" strokeWidth={0} /> : <Play size={17} fill="currentColor" strokeWidth={0} />}
        className="play"
        pressed={running}
      />
      <CommandButton id="step" icon={<SkipForward size={16} />} />
      <Speed />
    </fieldset>
  )
}

function Speed(): ReactElement {
  const pace = useSession((s) => s.desk.pace)
  const items = Object.entries(texts.speeds)
    .map(([value, label]) => ({ value: Number(value), label }))
    .toSorted((a, b) => b.value - a.value)
  return <Pick label={texts.speed} items={items} value={pace} onPick={(picked) => void setPace(picked)} />
}

function BranchMenu(): ReactElement {
  const branch = useSession((s) => s.present?.branch ?? '')
  const branches = useSession((s) => s.beats.branches)
  const own = ownBranches(branches).toSorted((a, b) => Number(b.name === branch) - Number(a.name === branch) || inReadingOrder(a.name, b.name))
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  return (
    <Menu.Root>
      <Menu.Trigger className="branch" aria-label={`${texts.branch}: ${branch}`}>
        <GitBranch size={14} aria-hidden="true" />
        <span className="clip">{branch}</span>
        <ChevronDown size={13} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} align="end">
          <Menu.Popup className="menu" finalFocus={byKeyboard}>
            <Menu.RadioGroup value={branch} onValueChange={(value: string) => void switchBranch(value)}>
              {own.map((one) => (
                <Menu.RadioItem key={one.name} value={one.name} className="menu-item" disabled={readOnly} closeOnClick>
                  <span className="mark">
                    <Menu.RadioItemIndicator>
                      <Check size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="clip">{one.name}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('continue')}>
              <span className="mark" />
              {texts.branchHere}
              <Keys shortcut="b" />
            </Menu.Item>
            <Menu.Item className="menu-item" disabled={readOnly} onClick={() => run('branch.rename')}>
              <span className="mark" />
              {command('branch.rename').label}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => run('branch.find')}>
              <span className="mark" />
              {command('branch.find').label}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => run('branch.deleted')}>
              <span className="mark" />
              {command('branch.deleted').label}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Says that the past is on the screen, and how to leave it. */
export function PastBar(): ReactElement | null {
  const cursor = useSession((s) => s.cursor)
  const at = useSession(cursorIndex)
  const line = useSession((s) => s.line)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const branch = useSession((s) => s.beats.trackOf.get(s.line.at(-1)?.id ?? '')?.branch)
  const other = useSession((s) => branch !== s.present?.branch)
  if (cursor === undefined) return null
  return (
    <section className="past-bar" aria-label={texts.past.label}>
      <span className="numbers">{texts.past.bar(line[at]?.n ?? 0, line.at(-1)?.n ?? 0, other ? branch : undefined)}</span>
      <button type="button" className="button small main" disabled={readOnly} onClick={() => useSession.setState({ wish: 'branch' })}>
        {texts.past.go}
      </button>
      <button type="button" className="button small" onClick={() => goTo(undefined)}>
        {texts.past.back} <Keys shortcut="esc" />
      </button>
    </section>
  )
}

/** The line at the bottom: who decides, branch, commit, what is saved, and what was changed by hand. */
export function StatusLine(): ReactElement {
  const present = useSession((s) => s.present)
  const busy = useSession((s) => s.busy > 0)
  const count = useSession((s) => s.beats.trackOf.size)
  if (!present) return <footer className="status-line" />
  const { table, state, edits, campaign } = present
  const name = (id: string): string => nameOf(state.actors, id)
  const mend = mendOf(present)
  const stands = standing(present, name)
  return (
    <footer className="status-line" aria-label={texts.status.label}>
      <span className={`pulse ${table.running ? 'on' : ''}`} aria-hidden="true" />
      <span className="clip" title={stands}>
        {stands}
      </span>
      {mend && (
        <button type="button" className="link" onClick={() => run(mend === 'settings' ? 'settings' : 'play')}>
          {texts.mend[mend]}
        </button>
      )}
      {table.waiting !== undefined && (
        <button type="button" className="link" onClick={() => run('hand')}>
          {handTexts.here}
        </button>
      )}
      {campaign.readOnly !== undefined && (
        <span className="status-warn clip" title={campaign.readOnly}>
          {texts.status.readOnly}: {campaign.readOnly}
        </span>
      )}
      {edits.length > 0 && <HandEdits edits={edits} />}
      <span className="status-end">
        <span>{campaign.game}</span>
        <span className="numbers">{texts.beats(count)}</span>
        <span className="clip">{present.branch}</span>
        <span className="mono">{present.head.slice(0, 7)}</span>
        <Badge />
        <Edited />
        <span className="saved">{busy && !table.running ? texts.status.saving : texts.status.saved}</span>
      </span>
    </footer>
  )
}

/** The edit that was made last, until something else is played, and what takes it back. */
function Edited(): ReactElement {
  const edited = useSession((s) => (s.edited?.head === s.present?.head ? s.edited : undefined))
  const undo = edited && command(`edit.${edited.back}`)
  return (
    <output className="edited">
      {edited && <span className="clip">{edited.words}</span>}
      {edited && undo && (
        <button type="button" className="link" onClick={() => run(undo.id)}>
          {texts.editing[edited.back]} {undo.shortcut && <Keys shortcut={undo.shortcut} />}
        </button>
      )}
    </output>
  )
}

/** How far the story was played again while the table rested; what came out otherwise is one click away. */
function Badge(): ReactElement | null {
  const verified = useSession((s) => s.present?.verified)
  if (!verified) return null
  const { checked, of, wrong } = verified
  if (wrong.length > 0)
    return (
      <button type="button" className="link status-warn" title={texts.status.differHint} onClick={goToWrong}>
        {texts.status.differ(wrong.length)}
      </button>
    )
  return (
    <span className="numbers" title={texts.status.verifiedHint}>
      {checked < of ? texts.status.verifying(Math.floor((checked / of) * 100)) : texts.status.verified(of - 1)}
    </span>
  )
}

/** What the table is at: who decides, who is waited for, why it stopped, or who is next. */
function standing({ table, state }: Present, name: (id: string) => string): string {
  if (table.thinking !== undefined) return texts.status.deciding(name(table.thinking))
  if (table.waiting !== undefined) return handTexts.waits(name(table.waiting))
  return table.stopped ?? (state.next.phase === 'done' ? texts.status.idle : texts.status.waits(name(state.next.actor)))
}
