import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState, type ReactElement } from 'react'
import { cursorIndex, useSession, type Wish } from './session'
import { FileDialog } from './files/FileDialog'
import { CloneDialog } from './remotes/CloneDialog'
import { RemotesDialog } from './remotes/RemotesDialog'
import { SettingsDialog } from './settings/Settings'
import { ReviewEdits } from './external-changes/ReviewChanges'
import { Stage } from './Stage'
import { Folders } from './start/Folders'
import { MakeHereDialog } from './start/MakeHere'
import { NewCampaignDialog } from './start/NewCampaign'
import { Start } from './start/Start'
import { ownBranches } from './store/beats'
import { TranscriptDialog } from './transcript/TranscriptDialog'
import { listen } from './ui/commands'
import { TextField } from './ui/Field'
import { Notices } from './ui/Notices'
import { Palette, Shortcuts } from './ui/Palette'
import { Modal } from './ui/Parts'
import { keepFocus } from './ui/keep-focus'
import { texts } from './ui/texts'
import { continueFrom, openCampaign } from './verbs'
import './app.css'
import './bars.css'

/** The whole window: start page or stage, dialogs above it, keys, theme. */
export function App(): ReactElement {
  const loaded = useSession((s) => s.loaded)
  const title = useSession((s) => s.present?.campaign.title)
  const link = useSession((s) => s.link)
  useEffect(() => listen(), [])
  useEffect(() => keepFocus(), [])
  useEffect(() => {
    document.title = title === undefined ? texts.app : `${title} – ${texts.app}`
  }, [title])
  return (
    <Tooltip.Provider delay={450} closeDelay={80}>
      {link === 'lost' && (
        <div className="lost" role="alert">
          {texts.lost} <span>{texts.lostHint}</span>
        </div>
      )}
      {!loaded ? <p className="opening">{texts.loading}</p> : title === undefined ? <Start /> : <Stage />}
      <Dialogs />
      <Notices />
    </Tooltip.Provider>
  )
}

const close = (): void => useSession.setState({ dialog: undefined })

function Dialogs(): ReactElement | null {
  const dialog = useSession((s) => s.dialog)
  const wish = useSession((s) => s.wish)
  const file = useSession((s) => s.file)
  if (wish) return <Continue wish={wish} />
  switch (dialog) {
    case 'palette':
      return <Palette />
    case 'shortcuts':
      return <Shortcuts />
    case 'new':
      return <NewCampaignDialog onClose={close} />
    case 'settings':
      return <SettingsDialog onClose={close} />
    case 'remotes':
      return <RemotesDialog onClose={close} />
    case 'clone':
      return <CloneDialog onClose={close} />
    case 'file':
      return file ? <FileDialog key={file.path} path={file.path} line={file.line} onClose={close} /> : null
    case 'edits':
      return <ReviewEdits onClose={close} />
    case 'transcript':
      return <TranscriptDialog onClose={close} />
    case 'here':
      return <MakeHereDialog onClose={close} />
    case 'open':
      return <Folders accept="campaign" onClose={close} onChoose={(dir) => void openCampaign(dir)} />
    default:
      return null
  }
}

/** "Continue from here?" with the name of the new branch. */
function Continue({ wish }: { wish: Wish }): ReactElement | null {
  const commit = useSession((s) => s.cursor ?? s.present?.head)
  const at = useSession(cursorIndex)
  const n = useSession((s) => s.line[at]?.n ?? 0)
  const taken = useSession((s) => s.beats.branches)
  const busy = useSession((s) => s.busy > 0)
  const [name, setName] = useState(() =>
    free(
      texts.past.propose(n),
      ownBranches(taken).map((one) => one.name)
    )
  )
  const [newDice, setNewDice] = useState(true)
  const leave = (): void => useSession.setState({ wish: undefined })
  if (commit === undefined) return null
  return (
    <Modal title={texts.past.askTitle} onClose={leave}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void continueFrom(commit, name.trim() || undefined, newDice, wish)
        }}
      >
        <p>{texts.past.ask(n)}</p>
        <TextField label={texts.past.name} mono value={name} maxLength={100} onFocus={(event) => event.target.select()} onChange={setName} />
        <label className="check">
          <input type="checkbox" checked={newDice} onChange={(event) => setNewDice(event.target.checked)} />
          <span>
            {texts.past.newDice}
            <small>{texts.past.newDiceHint}</small>
          </span>
        </label>
        <footer className="form-foot">
          <button type="button" className="button" onClick={leave}>
            {texts.cancel}
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {texts.past.confirm}
          </button>
        </footer>
      </form>
    </Modal>
  )
}

function free(name: string, taken: readonly string[]): string {
  for (let k = 1; ; k++) {
    const candidate = k === 1 ? name : `${name}-${k}`
    if (!taken.includes(candidate)) return candidate
  }
}
