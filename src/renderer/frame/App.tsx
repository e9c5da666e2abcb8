import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, type ReactElement } from 'react'
import { dialogOf } from '../registry'
import { useSession } from '../session'
import { listen } from '../ui/commands'
import { keepFocus } from '../ui/keep-focus'
import { Slot } from '../ui/Slot'
import { texts } from '../ui/texts'
import { Notices } from './Notices'
import { Stage } from './Stage'
import './frame.css'
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
          Lost the connection to Proscenium. Reconnecting… <span>{texts.lostHint}</span>
        </div>
      )}
      {!loaded ? <p className="opening">{texts.loading}</p> : title === undefined ? <Slot name="start" /> : <Stage />}
      <OpenDialog />
      <Notices />
    </Tooltip.Provider>
  )
}

const close = (): void => useSession.setState({ dialog: undefined })

function OpenDialog(): ReactElement | null {
  const dialog = dialogOf(useSession((s) => s.dialog))
  return dialog ? <dialog.body onClose={close} /> : null
}
