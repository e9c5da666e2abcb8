import { useState, type ReactElement } from 'react'
import type { CampaignTools, ToolInfo } from '../../shared/contract/tool-calls'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { Modal, Scroll } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { isUndecided } from './ask'
import { toolTexts as t } from './texts'
import './tools.css'

const ask = (_dir: string, _at: string, signal: AbortSignal): Promise<CampaignTools> => api.tools.query(undefined, { signal })

/** Shows the programs beside the campaign, and asks which ones may run. */
export function ToolsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir ?? '')
  const found = useQuery(dir, '', ask)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tools = found.answer?.tools ?? []
  const undecided = tools.filter(isUndecided)
  // A tool that was declined before isn't trusted together with new ones.
  const untrusted = undecided.length > 0 ? undecided : tools.filter(({ trust }) => trust !== 'trusted')
  const decide = async (some: readonly ToolInfo[], trust: boolean, notice?: string): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await api.trustTools.mutate({ decisions: some.map(({ key, hash }) => ({ key, hash, trust })) })
      if (notice !== undefined) notify(notice)
      onClose()
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  const button = (words: string, run: () => void, main = ''): ReactElement => (
    <button type="button" className={`button ${main}`} disabled={busy} onClick={run}>
      {words}
    </button>
  )
  return (
    <Modal
      title={undecided.length === 0 ? t.title : t.asks(undecided.length)}
      onClose={onClose}
      foot={
        <>
          {undecided.length > 0
            ? button(t.notNow, () => void decide(undecided, false))
            : tools.some(({ trust }) => trust === 'trusted') && button(t.distrust, () => void decide(tools, false, t.distrusted))}
          {untrusted.length > 0
            ? button(t.trust(untrusted.length), () => void decide(untrusted, true, t.trusted(untrusted.length)), 'main')
            : button(t.close, onClose)}
        </>
      }
    >
      <Scroll label={t.list} className="tools-list">
        <Query {...found} waits={t.reading}>
          {(answer) => <Tools {...answer} />}
        </Query>
      </Scroll>
      {problem !== undefined && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

function Tools({ tools, findings }: CampaignTools): ReactElement {
  return (
    <>
      <p className="hint">{tools.length + findings.length === 0 ? t.none : `${t.about} ${t.without}`}</p>
      {tools.map((tool) => (
        <Tool key={tool.key} tool={tool} />
      ))}
      {findings.length > 0 && (
        <section aria-label={t.unusable} className="offered-tool">
          <h3>{t.unusable}</h3>
          {findings.map(({ message }) => (
            <p key={message} className="fault">
              {message}
            </p>
          ))}
        </section>
      )}
    </>
  )
}

function Tool({ tool: { name, description, kind, command, folder, place, state, environment, trust } }: { tool: ToolInfo }): ReactElement {
  return (
    <section className="offered-tool" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="quiet">{t.places[place]}</span>
        <span className={`offered-tool-state ${trust}`}>{t.states[trust]}</span>
      </header>
      <p>{description}</p>
      <dl>
        <dt>{t.runs}</dt>
        <dd className="mono">{command}</dd>
        <dt>{t.folder}</dt>
        <dd className="mono">{folder}</dd>
        <dt>{t.given}</dt>
        <dd>{kind === 'agent' ? t.seat(environment) : state.length === 0 ? t.nothing : t.parts(state)}</dd>
      </dl>
    </section>
  )
}
