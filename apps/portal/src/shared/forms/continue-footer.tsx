import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../language/words.ts";
import { FormFooter } from "./form-footer.tsx";

type ContinueFooterProps = { onContinue: () => Promise<void>; onBack?: () => void };

/** The footer of a page without fields. */
export function ContinueFooter({ onContinue, onBack }: ContinueFooterProps) {
  const going = useMutation({ mutationFn: onContinue });
  return (
    <FormFooter
      primary={{ busy: going.isPending, onPress: () => !going.isPending && going.mutate() }}
      onBack={onBack ?? null}
    >
      {going.isError && (
        <Notice tone="error">
          <p>{messageOf(going.error)}</p>
        </Notice>
      )}
    </FormFooter>
  );
}
