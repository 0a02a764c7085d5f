// The bank's own page: the person signs in and allows or denies access.
const { bank, session, back } = document.body.dataset;
if (document.documentElement.lang === "es")
  for (const element of document.querySelectorAll("[data-es]")) element.textContent = element.dataset.es;
const form = document.querySelector("form");
const leave = () => {
  if (back) return location.assign(back);
  form.hidden = true;
  document.getElementById("over").hidden = false;
  window.close();
};
form.querySelector(".deny").addEventListener("click", leave);
form.addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  const { user, password } = Object.fromEntries(new FormData(form));
  const answer = await fetch(`/plaid/link/sessions/${session}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ institutionId: bank, user, password }),
  });
  if (answer.ok) return leave();
  const { display_message: text, error_message: other } = await answer.json();
  const wrong = document.createElement("p");
  wrong.className = "wrong";
  wrong.textContent = text ?? other;
  form.querySelector("[role=alert]").replaceChildren(wrong);
  document.getElementById("user").focus();
});
