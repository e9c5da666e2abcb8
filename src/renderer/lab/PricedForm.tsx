import { useState, type ReactElement, type ReactNode } from 'react'
import { problemOf } from '../problem-of'
import { Form, FormFoot, TextField } from '../ui/Field'
import { Fault, Modal } from '../ui/Parts'

interface Props<Asked, Price> {
  title: string
  /** What would be sent now, or what is wrong with it in a sentence. */
  asked: Asked | string
  price: (asked: Asked) => Promise<Price>
  priceWords: (price: Price) => string
  /** The label of the button once the price is known. */
  submit: (price: Price) => string
  /** Begins it. `cap`: the most that it may cost, in US dollars. Returns why it couldn't begin. */
  send: (asked: Asked, cap: number | undefined, price: Price) => Promise<string | undefined>
  onClose: () => void
  children: ReactNode
}

/** A dialog that lets models spend money: the first press estimates the cost, the second sends. */
export function PricedForm<Asked, Price>({
  title,
  asked,
  price: estimate,
  priceWords,
  submit,
  send,
  onClose,
  children
}: Props<Asked, Price>): ReactElement {
  const [cap, setCap] = useState('')
  const [priced, setPriced] = useState<{ asked: string; price: Price }>()
  const [failed, setFailed] = useState<{ at: string; fault: string }>()
  const [isBusy, setIsBusy] = useState(false)
  // Only what is known of what would be sent now is shown, also if the fields change meanwhile.
  const now = JSON.stringify(asked)
  const price = priced?.asked === now ? priced.price : undefined
  const at = `${now} ${cap}`
  const onSubmit = async (): Promise<void> => {
    if (isBusy) return
    const limit = capIn(cap)
    const wrong = typeof asked === 'string' ? asked : typeof limit === 'string' ? limit : undefined
    setFailed(wrong === undefined ? undefined : { at, fault: wrong })
    if (typeof asked === 'string' || typeof limit === 'string') return
    setIsBusy(true)
    try {
      if (!price) return setPriced({ asked: now, price: await estimate(asked) })
      const fault = await send(asked, limit, price)
      if (fault === undefined) onClose()
      else setFailed({ at, fault })
    } catch (error) {
      setFailed({ at, fault: problemOf(error).message })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Modal title={title} onClose={onClose} className="lab-new">
      <Form onSubmit={() => void onSubmit()}>
        {children}
        <div className="numbers-row lab-numbers">
          <TextField className="short" label="Cap in dollars" placeholder="None" value={cap} inputMode="decimal" maxLength={12} onChange={setCap} />
        </div>
        {price && <output className="lab-price">{priceWords(price)}</output>}
        <Fault>{failed?.at === at ? failed.fault : undefined}</Fault>
        <FormFoot onCancel={onClose} submit={price ? submit(price) : isBusy ? 'Estimating…' : 'Estimate the cost'} disabled={isBusy} />
      </Form>
    </Modal>
  )
}

/** The dollars in a text; undefined if it is empty, a sentence if it has no amount. */
function capIn(text: string): number | undefined | string {
  if (text.trim() === '') return undefined
  const cap = Number(text.trim().replace(/^\$/, ''))
  return cap > 0 ? cap : 'Enter an amount above 0 dollars as the cap, such as 2.50, or leave it empty.'
}
