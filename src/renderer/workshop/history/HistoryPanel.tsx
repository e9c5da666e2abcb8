import type { ReactElement } from 'react'
import type { FileHistory } from '../../../shared/workshop-calls'
import { api } from '../../client'
import { goTo, useSession } from '../../session'
import { Query, useQuery } from '../../ui/Query'
import { useWorkshop } from '../state'
import { workshopTexts } from '../texts'

const t = workshopTexts.history

const ask = (path: string, _head: string, signal: AbortSignal): Promise<FileHistory> => api.fileHistory.query({ path }, { signal })

/** The beats that changed the file on the screen. */
export default function HistoryPanel(): ReactElement {
  const active = useWorkshop((s) => s.active)
  return active === undefined ? <p className="quiet">{t.none}</p> : <Versions path={active} />
}

function Versions({ path }: { path: string }): ReactElement {
  const head = useSession((s) => s.present?.head ?? '')
  const asked = useQuery(path, head, ask)
  return (
    <Query {...asked} waits={t.waits}>
      {({ versions }) => (
        <ul className="workshop-versions">
          {versions.map(({ commit, n, subject }) => (
            <li key={commit}>
              <button type="button" className="link" onClick={() => goTo(commit)}>
                {t.beat(n)}
              </button>{' '}
              {subject}
            </li>
          ))}
        </ul>
      )}
    </Query>
  )
}
