import { approveDraw, defaultDraw, rejectDraw } from "@inlay/contracts/calls/sandbox.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person, Router } from "../../http/public.ts";
import { defaultProduct, lockDraw } from "../../products/public.ts";
import { withdrawDebits } from "../collect.ts";
import { lockOwn } from "../read-servicing.ts";
import { serviceProduct } from "../service-product.ts";
import { findDraw } from "./end-draw.ts";
import { declineDraw, fundDraw } from "./staff-actions.ts";

const done = { done: true } as const;

/** The shortcuts of a test business do to a draw what staff do, by the same commands. */
export function drawSandboxRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(approveDraw, async ({ tx, caller, params, requestId }) => {
    await fundDraw(tx, await findDraw(tx, caller.businessId, params.id), null, byPerson(caller, requestId));
    return done;
  });
  authenticatedRoute(rejectDraw, async ({ tx, caller, params, requestId }) => {
    await declineDraw(tx, await findDraw(tx, caller.businessId, params.id), byPerson(caller, requestId));
    return done;
  });
  authenticatedRoute(defaultDraw, async ({ tx, caller, params }) => {
    await enterDefault(tx, caller.businessId, params.id);
    return done;
  });
}

const byPerson = ({ userId }: Person, requestId: string) => ({
  actor: { kind: "USER", id: userId } as const,
  requestId,
});

/** A draw defaults with its line and with the other draws of it. */
async function enterDefault(tx: Tx, businessId: string, drawId: string): Promise<void> {
  const { issuedProductId } = await findDraw(tx, businessId, drawId);
  const serviced = await lockOwn(tx, businessId, issuedProductId);
  const { product, now } = serviced;
  const draw = await lockDraw(tx, businessId, drawId);
  if (!draw || !drawRequestLifecycle.allows(draw.state, "DEFAULTED"))
    throw new Refusal("WRONG_STATE", {
      context: { status: draw?.state ?? "UNKNOWN", allowedFrom: drawRequestLifecycle.allowedFrom("DEFAULTED") },
    });
  if (!issuedProductLifecycle.allows(product.loanStatus, "DEFAULTED"))
    throw new Refusal("WRONG_STATE", {
      context: { status: product.loanStatus, allowedFrom: issuedProductLifecycle.allowedFrom("DEFAULTED") },
    });
  await withdrawDebits(tx, serviced, null);
  await defaultProduct(tx, product, now);
  await serviceProduct(tx, issuedProductId, now);
}
