import type { ReactElement } from 'react'
import type { AssistantSpending } from '../../../arrow'
import { useSession } from '../../session'
import { count, dollars } from '../../ui/amounts'
import { run } from '../../ui/commands'
import { Pick as PickMenu } from '../../ui/Pick'
import { answererOf, useAssistant, type AssistantConversation } from './state'
import { assistantTexts as t } from './assistant-texts'
import { LinkButton } from '../../ui/Parts'

/** The assistant that answers, and its cost before and after a request. */
export function AssistantPicker({ conversation: { spent, going } }: { conversation: AssistantConversation }): ReactElement {
  const model = useAssistant((s) => s.model)
  const answerer = useAssistant(answererOf)
  const isModel = answerer === 'model'
  return (
    <header className="assistant-who">
      <PickMenu
        label="Who answers"
        items={[
          { value: 'built-in', label: 'Built-in assistant' },
          ...(model || isModel ? [{ value: 'model' as const, label: model?.model ?? '' }] : [])
        ]}
        value={answerer}
        onPick={(chosen) => going === 'no' && useAssistant.set({ chosen })}
        align="start"
      />
      {isModel && model?.why !== undefined && (
        <p className="fault">
          {model.why} <LinkButton label="Open settings" onClick={() => run('settings')} />
        </p>
      )}
      {isModel && model?.why === undefined && <Price spent={spent} going={going} />}
    </header>
  )
}

function Price({ spent, going }: Pick<AssistantConversation, 'spent' | 'going'>): ReactElement {
  const model = useAssistant((s) => s.model)
  const used = useSession((s) => s.present?.table.usage.cost)
  const cap = useSession((s) => s.present?.table.cap)
  return (
    <p className="quiet numbers">
      {spent ? spentWords(spent, going !== 'no') : model && t.price(count(model.tokens), model.cost === undefined ? undefined : dollars(model.cost))}
      {cap !== undefined && ` ${t.budget(dollars(used ?? 0), dollars(cap))}`}
    </p>
  )
}

/** The usage of the running request so far, otherwise of the last one. */
function spentWords({ input, output, cost, total_cost }: AssistantSpending, isGoing: boolean): string {
  if (cost === undefined) return (isGoing ? t.usesTokens : t.spentTokens)(count(input + output))
  return (isGoing ? t.spends : t.spent)(dollars(cost), total_cost === undefined ? undefined : dollars(total_cost))
}
