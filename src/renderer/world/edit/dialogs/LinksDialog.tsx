import type { ReactElement } from 'react'
import type { LinksLeft } from '../../../../shared/contract/world-edits'
import { showPanel, goTo, useSession } from '../../../session'
import { Button, Modal } from '../../../ui/Parts'
import { editTexts } from '../texts'
const t = editTexts.ask

/** Notes that still link to an old name, each with its line and a link to the beat that wrote it. */
export function LinksDialog({ links, onClose }: { links: LinksLeft; onClose: () => void }): ReactElement {
  return (
    <Modal title={t.links} onClose={onClose}>
      <p className="quiet">{t.linksAbout}</p>
      <ul className="references links-left scrolls">
        {links.left.map((one) => (
          <Note key={one.path} one={one} onClose={onClose} />
        ))}
      </ul>
      {links.updated.length > 0 && <p className="quiet">{t.linksMended(links.updated)}</p>}
      <footer className="form-foot">
        <Button label={t.close} onClick={onClose} />
      </footer>
    </Modal>
  )
}

function Note({ one: { path, links, line, beat }, onClose }: { one: LinksLeft['left'][number]; onClose: () => void }): ReactElement {
  const n = useSession((s) => (beat === undefined ? undefined : s.beats.byId.get(beat)?.n))
  return (
    <li>
      <span>
        <span className="mono">{path}</span> <span className="quiet numbers">{t.linkCount(links)}</span>
        <br />
        <span className="quiet">{line}</span>
      </span>
      {beat !== undefined && (
        <Button
          label={t.wrote(n)}
          small
          onClick={() => {
            onClose()
            goTo(beat)
            showPanel('beat')
          }}
        />
      )}
    </li>
  )
}
