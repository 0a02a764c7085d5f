import { useState } from "react";
import type { Attempt, Platform } from "./attempt.ts";
import { EnterCode } from "./enter-code.tsx";
import { EnterEmail } from "./enter-email.tsx";

type SignInProps = { platform: Platform; takesFocus: boolean; onSignedIn: () => void };

export function SignIn({ platform, takesFocus, onSignedIn }: SignInProps) {
  const [email, setEmail] = useState("");
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [returned, setReturned] = useState(takesFocus);

  if (attempt) {
    const differentEmail = () => {
      setReturned(true);
      setAttempt(null);
    };
    return (
      <EnterCode platform={platform} attempt={attempt} onSignedIn={onSignedIn} onDifferentEmail={differentEmail} />
    );
  }
  return (
    <EnterEmail platform={platform} email={email} onEmail={setEmail} takesFocus={returned} onCodeSent={setAttempt} />
  );
}
