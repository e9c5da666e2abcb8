import { useState, type ReactElement, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { own } from '../../../shared/base/json'
import type { Offer } from '../../../shared/story/game'
import { api } from '../../client'
import { useSession } from '../../session'
import { hueOf } from '../../../shared/story/hues'
import { inSentence, nameOf } from '../../ui/names'
import { Button, ActorToken, Disclosure } from '../../ui/Parts'
import { takeSeat } from '../../operations'
import { Query, useQuery } from '../../ui/Query'
import { firstForm, idOf, type FormValues, groupsOf, keysOf, type ToolGroup } from './forms'
import { handTexts as t } from './texts'
import { ToolForm } from './ToolForm'
import { shortcutOf } from '../../ui/commands'
import { isFocusFree } from '../../ui/keep-focus'
import { focusTools } from '../../ui/focus-tools'
import { UnavailableTab } from '../inspector/UnavailableTab'
import './hand.css'

/** Manual control at the foot of the log, while the table waits for the designer; renders nothing otherwise, and nothing in the past. */
export function Hand(): ReactElement | null {
  const who = useSession((s) => s.present?.table.waiting)
  const past = useSession((s) => s.cursor !== undefined)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  return who === undefined || past || readOnly ? null : <HandOf key={who} who={who} />
}

const askOffers = (who: string, _commit: string, signal: AbortSignal): Promise<Offer[]> => api.offers.query({ who }, { signal })

function HandOf({ who }: { who: string }): ReactElement {
  const head = useSession((s) => s.present?.head ?? '')
  const actors = useSession((s) => s.present?.state.actors)
  const how = useSession((s) => own(s.present?.table.hands, who) ?? 'turn')
  const asked = useQuery(who, head, askOffers)
  const name = nameOf(actors, who)
  return (
    <section className={`hand hue-${hueOf(actors, who)}`} aria-label={`${name}’s turn, played by you`} aria-busy={asked.waiting}>
      <header className="hand-head">
        <ActorToken id={who} name={name} hue={hueOf(actors, who)} npc={who === 'DM'} />
        <h2>
          {`You’re playing ${inSentence(actors, who)}`} <span className="quiet">{t.until[how]}</span>
        </h2>
        <Button label={t.giveBack} small onClick={() => void takeSeat(who, 'off')} />
      </header>
      <Query {...asked} waits="Reading the available actions…">
        {(offers) => <Choosing who={who} head={head} offers={offers} />}
      </Query>
    </section>
  )
}

/** First the tools, then the form of the selected one. A form keeps its draft until it is played. */
function Choosing({ who, head, offers }: { who: string; head: string; offers: readonly Offer[] }): ReactElement {
  const [chosen, setChosen] = useState<string>()
  const [forms, setForms] = useState<Readonly<Record<string, FormValues>>>({})
  const offer = offers.find((one) => idOf(one) === chosen)
  if (!offer || chosen === undefined)
    return (
      <>
        <Tools offers={offers} onChoose={(one) => setChosen(idOf(one))} />
        <Unavailable who={who} head={head} />
      </>
    )
  const leave = (): void => setChosen(undefined)
  return (
    <ToolForm
      key={chosen}
      who={who}
      head={head}
      offer={offer}
      form={own(forms, chosen) ?? firstForm(offer)}
      onChange={(form) => setForms({ ...forms, [chosen]: form })}
      onLeave={leave}
      onPlayed={() => {
        const { [chosen]: _, ...others } = forms
        setForms(others)
        leave()
      }}
    />
  )
}

function Tools({ offers, onChoose }: { offers: readonly Offer[]; onChoose: (offer: Offer) => void }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const groups = useMemo(() => groupsOf(offers), [offers])
  const keys = useMemo(() => keysOf(groups), [groups])
  const tools = groups.flatMap((group) => group.tools)
  const [at, setAt] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const current = tools.find((one) => idOf(one) === at) ?? tools[0]
  useEffect(() => {
    // A focused control elsewhere keeps the focus.
    if (isFocusFree()) focusTools()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event)
    const tool = tools.find((one) => own(keys, idOf(one)) === shortcut)
    const step = shortcut === 'right' || shortcut === 'down' ? 1 : shortcut === 'left' || shortcut === 'up' ? -1 : 0
    if (!tool && step === 0 && shortcut !== 'esc') return
    event.preventDefault()
    if (tool) return onChoose(tool)
    if (shortcut === 'esc' && document.activeElement instanceof HTMLElement) return document.activeElement.blur()
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const from = buttons.findIndex((one) => one === document.activeElement)
    buttons[(from + step + buttons.length) % buttons.length]?.focus()
  }
  if (!current) return <p className="quiet">No action is available now. Press Hand back to let the table continue.</p>
  return (
    <>
      <div ref={box} className="tools scrolls" role="toolbar" tabIndex={-1} aria-label="Available actions" onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <fieldset key={`${group.kind} ${group.as ?? ''}`} className="tool-group">
            <legend className="tool-title">{titleOf(group, actors)}</legend>
            <div className="tool-row">
              {group.tools.map((one) => (
                <button
                  key={idOf(one)}
                  type="button"
                  className="tool"
                  title={one.description}
                  tabIndex={one === current ? 0 : -1}
                  aria-keyshortcuts={own(keys, idOf(one))}
                  onFocus={() => setAt(idOf(one))}
                  onClick={() => onChoose(one)}
                >
                  {own(keys, idOf(one)) && <kbd aria-hidden="true">{own(keys, idOf(one))}</kbd>}
                  {one.name.replaceAll('_', ' ')}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="tool-about quiet">{at === undefined ? 'Select an action with the arrow keys or the pointer.' : current.description}</p>
    </>
  )
}

function titleOf({ kind, as }: ToolGroup, actors: Parameters<typeof nameOf>[0]): string {
  return kind === 'through' ? `As ${nameOf(actors, as ?? '')}` : t.groups[kind]
}

function Unavailable({ who, head }: { who: string; head: string }): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure className="hand-withheld" onToggle={(event) => setOpen(event.currentTarget.open)} title="Unavailable actions">
      {open && <UnavailableTab who={who} parent={head} />}
    </Disclosure>
  )
}
